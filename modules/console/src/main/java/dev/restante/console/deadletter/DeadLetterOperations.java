package dev.restante.console.deadletter;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.ProgressListener;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executor of the work of the dead-letter pages and actions: counts, redrives (moves back), resubmits and purges
 * selected dead letters within time limits. Thread-safe.
 */
final class DeadLetterOperations {

    private static final int MAX_PAGES = 10;
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** States of the messages that a redrive or purge affects. Both skip locked messages. */
    private static final Set<MessageState> NOT_LOCKED = EnumSet.complementOf(EnumSet.of(MessageState.LOCKED));

    private final RestanteAdmin admin;

    DeadLetterOperations(RestanteAdmin admin) {
        this.admin = admin;
    }

    /**
     * Dead letters with one reason and source.
     *
     * @param source the full name of the source; null if the messages do not name it
     */
    record DeadLetterGroup(@Nullable String reason, @Nullable String source, long count) {}

    /**
     * Groups of a dead-letter queue.
     *
     * @param scanned the number of dead letters that were read
     * @param complete true if all dead letters were read
     */
    record DeadLetterGroups(List<DeadLetterGroup> groups, long scanned, boolean complete) {}

    /** Returns the groups of the first 1,000 dead letters. */
    DeadLetterGroups groups(String queue) throws JMSException {
        MessagePage first = admin.messages(queue).peek(MessageFilter.all(), PageRequest.first(PageRequest.MAX_LIMIT));
        Map<DeadLetterGroup, Long> counts = new LinkedHashMap<>();
        for (MessageDescription message : first.messages()) {
            MessageDescription.DeadLetter why = message.deadLetter();
            DeadLetterGroup kind =
                    new DeadLetterGroup(why == null ? null : why.reason(), why == null ? null : why.source(), 0);
            counts.merge(kind, 1L, Long::sum);
        }
        List<DeadLetterGroup> groups = counts.entrySet().stream()
                .map(entry -> new DeadLetterGroup(
                        entry.getKey().reason(), entry.getKey().source(), entry.getValue()))
                .sorted(Comparator.comparingLong(DeadLetterGroup::count).reversed())
                .toList();
        return new DeadLetterGroups(groups, first.messages().size(), first.next() == null);
    }

    /**
     * Number of messages.
     *
     * @param atLeast true if there may be more messages, because the count stopped at a limit
     */
    record MessageCount(long count, boolean atLeast) {}

    /** Counts the selected messages without locked messages, up to a limit if there is a selector. */
    MessageCount count(DeadLetterSelection selection) throws JMSException {
        if (selection.numbers() == null && selection.selector() == null) {
            QueueStatistics all = admin.statistics(selection.queue());
            return new MessageCount(all.available() + all.scheduled() + all.deferred(), false);
        }
        MessagesAdmin messages = admin.messages(selection.queue());
        MessageFilter filter = selection.filter().withStates(NOT_LOCKED);
        PageRequest request = PageRequest.first(PageRequest.MAX_LIMIT);
        long count = 0;
        for (int page = 0; page < MAX_PAGES; page++) {
            MessagePage found = messages.peek(filter, request);
            count += found.messages().size();
            if (found.next() == null) {
                return new MessageCount(count, false);
            }
            request = request.after(found.next());
        }
        return new MessageCount(count, true);
    }

    /** Moves dead letters to their source or to another queue, for ten seconds at most. */
    BulkResult redrive(DeadLetterSelection selection, RedriveSettings settings) throws JMSException {
        return admin.messages(selection.queue()).redrive(settings.options(selection), untilTimeLimit());
    }

    RedriveJobDescription startRedriveJob(DeadLetterSelection selection, RedriveSettings settings, String requestedBy)
            throws JMSException {
        return admin.redriveJobs().start(selection.queue(), settings.options(selection), requestedBy);
    }

    /** Edits dead letters and sends them again, for ten seconds at most. */
    BulkResult resubmit(DeadLetterSelection selection, MessageEdit edit) throws JMSException {
        return admin.messages(selection.queue()).resubmit(selection.filter(), edit, untilTimeLimit());
    }

    /** Deletes dead letters permanently, for ten seconds at most. */
    BulkResult purge(DeadLetterSelection selection) throws JMSException {
        return admin.messages(selection.queue()).purge(selection.filter(), untilTimeLimit());
    }

    private static ProgressListener untilTimeLimit() {
        long began = System.nanoTime();
        return done -> System.nanoTime() - began < MAX_NANOS;
    }
}
