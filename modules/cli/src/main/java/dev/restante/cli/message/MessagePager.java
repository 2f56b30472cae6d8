package dev.restante.cli.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the messages of a queue or subscription, page by page. */
final class MessagePager {

    /** Size of bodies at which a page with bodies ends, as in the pages of the store. */
    private static final long MAX_PAGE_BODY_BYTES = 32L << 20;

    private final MessagesAdmin messages;
    private final MessageFilter filter;
    private final boolean bodies;

    MessagePager(MessagesAdmin messages, MessageFilter filter, boolean bodies) {
        this.messages = messages;
        this.filter = filter;
        this.bodies = bodies;
    }

    @FunctionalInterface
    interface MessageHandler {
        /** Handles a message, and returns false to stop. */
        boolean handle(MessageDescription message) throws Exception;
    }

    /**
     * Returns as many messages as requested, because a page of the store can be short although more messages follow.
     * With bodies, a page ends early, so that it fits into the heap.
     */
    MessagePage page(int limit, @Nullable String after) throws JMSException {
        List<MessageDescription> found = new ArrayList<>();
        long bytes = 0;
        String next = after;
        do {
            MessagePage page = messages.peek(filter, new PageRequest(limit - found.size(), next, bodies));
            found.addAll(page.messages());
            bytes += page.messages().stream()
                    .mapToLong(MessageDescription::sizeBytes)
                    .sum();
            next = page.next();
        } while (next != null && found.size() < limit && !(bodies && bytes >= MAX_PAGE_BODY_BYTES));
        return new MessagePage(found, next);
    }

    /**
     * Passes all messages to a handler.
     *
     * @return the number of handled messages
     */
    long forEach(MessageHandler handler) throws Exception {
        long taken = 0;
        String next = null;
        do {
            MessagePage page = messages.peek(filter, new PageRequest(200, next, bodies));
            for (MessageDescription message : page.messages()) {
                if (!handler.handle(message)) {
                    return taken;
                }
                taken++;
            }
            next = page.next();
        } while (next != null);
        return taken;
    }
}
