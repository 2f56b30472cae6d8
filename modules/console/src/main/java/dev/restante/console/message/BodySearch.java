package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.console.route.ConcurrencyLimit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Time-limited search for messages by their bodies. Thread-safe.
 *
 * <p>A search stops after a page of matches, 10,000 messages or two seconds, and the next request continues there. Two
 * searches run at a time.
 */
final class BodySearch {

    private static final int MAX_CONCURRENT = 2;
    private static final int PAGE_SIZE = 500;
    private static final int MAX_SCANNED = 10_000;
    private static final long TIME_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ConcurrencyLimit concurrencyLimit = ConcurrencyLimit.nested(MAX_CONCURRENT);

    /** Returns the next matching messages. Even an empty page can have a next page. */
    MessagePage find(
            MessagesAdmin messages, MessageFilter filter, BodyCriterion body, int limit, @Nullable String after)
            throws JMSException {
        return concurrencyLimit.call(() -> search(messages, filter, body, limit, after));
    }

    private static MessagePage search(
            MessagesAdmin messages, MessageFilter filter, BodyCriterion body, int limit, @Nullable String after)
            throws JMSException {
        long began = System.nanoTime();
        List<MessageDescription> found = new ArrayList<>();
        PageRequest request = PageRequest.first(PAGE_SIZE).withBodies().after(after);
        int scanned = 0;
        while (true) {
            MessagePage page = messages.peek(filter, request);
            int size = page.messages().size();
            int shown = countUpToLimit(page.messages(), body, limit - found.size());
            if (shown < size) {
                // A page token points behind the last message of its page, so the page must end at the last shown
                // match.
                page = messages.peek(
                        filter, PageRequest.first(shown).withBodies().after(request.after()));
            }
            page.messages().stream()
                    .filter(message -> body.matches(message.body()))
                    .forEach(found::add);
            // An empty page has already read as many messages as a page may.
            scanned += size == 0 ? MAX_SCANNED : size;
            boolean over =
                    found.size() >= limit || scanned >= MAX_SCANNED || System.nanoTime() - began > TIME_LIMIT_NANOS;
            if (page.next() == null || over) {
                return new MessagePage(found, page.next());
            }
            request = request.after(page.next());
        }
    }

    /** Returns the length of the shortest prefix that contains the wanted number of matches, or of the whole list. */
    private static int countUpToLimit(List<MessageDescription> messages, BodyCriterion body, int wanted) {
        int hits = 0;
        for (int i = 0; i < messages.size(); i++) {
            hits += body.matches(messages.get(i).body()) ? 1 : 0;
            if (hits == wanted) {
                return i + 1;
            }
        }
        return messages.size();
    }
}
