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

/** Walks through the messages of a queue or subscription, page by page. */
final class Pages {

    private final MessagesAdmin messages;
    private final MessageFilter filter;
    private final boolean bodies;

    Pages(MessagesAdmin messages, MessageFilter filter, boolean bodies) {
        this.messages = messages;
        this.filter = filter;
        this.bodies = bodies;
    }

    /** Takes messages. */
    @FunctionalInterface
    interface Taker {
        /** Takes one; false to end. */
        boolean take(MessageDescription message) throws Exception;
    }

    /**
     * As many messages as are wanted, unless there are no more; a page of the store can be shorter although more
     * follow.
     */
    MessagePage page(int limit, @Nullable String after) throws JMSException {
        List<MessageDescription> found = new ArrayList<>();
        String next = after;
        do {
            MessagePage page = messages.peek(filter, new PageRequest(limit - found.size(), next, bodies));
            found.addAll(page.messages());
            next = page.next();
        } while (next != null && found.size() < limit);
        return new MessagePage(found, next);
    }

    /**
     * All of them.
     *
     * @return how many were taken
     */
    long each(Taker taker) throws Exception {
        long taken = 0;
        String next = null;
        do {
            MessagePage page = messages.peek(filter, new PageRequest(200, next, bodies));
            for (MessageDescription message : page.messages()) {
                if (!taker.take(message)) {
                    return taken;
                }
                taken++;
            }
            next = page.next();
        } while (next != null);
        return taken;
    }
}
