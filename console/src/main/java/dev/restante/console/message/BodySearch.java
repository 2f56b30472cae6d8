package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.console.route.Capacity;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The search for messages by their bodies, which are read for it: a bounded number at a time, and at most for some
 * seconds. It goes on from where it ended, or nobody asks it to. Two at a time. Thread-safe.
 */
final class BodySearch {

    private static final int AT_A_TIME = 2;
    private static final int READ_AT_ONCE = 500;
    private static final int MOST_LOOKS = 10_000;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Capacity capacity = Capacity.inner(AT_A_TIME);

    /** Some of the messages that a filter and a criterion mean: enough for a page, or none. */
    MessagePage find(
            MessagesAdmin messages, MessageFilter filter, BodyCriterion body, int enough, @Nullable String after)
            throws JMSException {
        return capacity.ask(() -> search(messages, filter, body, enough, after));
    }

    private static MessagePage search(
            MessagesAdmin messages, MessageFilter filter, BodyCriterion body, int enough, @Nullable String after)
            throws JMSException {
        long began = System.nanoTime();
        List<MessageDescription> found = new ArrayList<>();
        PageRequest request = PageRequest.first(READ_AT_ONCE).withBodies().after(after);
        int looks = 0;
        while (true) {
            MessagePage page = messages.peek(filter, request);
            int size = page.messages().size();
            int shown = shown(page.messages(), body, enough - found.size());
            if (shown < size) {
                // Only a page has a place to go on from: this one ends behind the last message that is shown.
                page = messages.peek(
                        filter, PageRequest.first(shown).withBodies().after(request.after()));
            }
            page.messages().stream()
                    .filter(message -> body.meets(message.body()))
                    .forEach(found::add);
            // A page without any has looked at as many as it may.
            looks += size == 0 ? MOST_LOOKS : size;
            boolean over = found.size() >= enough || looks >= MOST_LOOKS || System.nanoTime() - began > MOST_NANOS;
            if (page.next() == null || over) {
                return new MessagePage(found, page.next());
            }
            request = request.after(page.next());
        }
    }

    /** How many messages, from the first, have as many hits as are wanted: all of them if there are no more. */
    private static int shown(List<MessageDescription> messages, BodyCriterion body, int wanted) {
        int hits = 0;
        for (int i = 0; i < messages.size(); i++) {
            hits += body.meets(messages.get(i).body()) ? 1 : 0;
            if (hits == wanted) {
                return i + 1;
            }
        }
        return messages.size();
    }
}
