package dev.restante.console.deadletter;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.Progress;
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

/** Looks at dead letters, and what is done to them, each within a bound. Thread-safe. */
final class DeadLetters {

    private static final int MOST_PAGES = 10;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** States of messages that are redriven or purged: locked ones are neither. */
    private static final Set<MessageState> NOT_LOCKED = EnumSet.complementOf(EnumSet.of(MessageState.LOCKED));

    private final RestanteAdmin admin;

    /** Of a store. */
    DeadLetters(RestanteAdmin admin) {
        this.admin = admin;
    }

    /**
     * Dead letters of one reason and source.
     *
     * @param reason null for none
     * @param source the full name of where they came from; null for one that does not say so
     */
    record Group(@Nullable String reason, @Nullable String source, long count) {}

    /**
     * The groups of a dead-letter queue.
     *
     * @param groups the largest first
     * @param complete whether all dead letters were looked at
     */
    record Groups(List<Group> groups, long looked, boolean complete) {}

    /** The groups of the first 1,000 dead letters. */
    Groups groups(String queue) throws JMSException {
        MessagePage first = admin.messages(queue).peek(MessageFilter.all(), PageRequest.first(PageRequest.MOST));
        Map<Group, Long> counts = new LinkedHashMap<>();
        for (MessageDescription message : first.messages()) {
            MessageDescription.DeadLetter why = message.deadLetter();
            Group kind = new Group(why == null ? null : why.reason(), why == null ? null : why.source(), 0);
            counts.merge(kind, 1L, Long::sum);
        }
        List<Group> groups = counts.entrySet().stream()
                .map(entry -> new Group(entry.getKey().reason(), entry.getKey().source(), entry.getValue()))
                .sorted(Comparator.comparingLong(Group::count).reversed())
                .toList();
        return new Groups(groups, first.messages().size(), first.next() == null);
    }

    /**
     * A number of messages.
     *
     * @param atLeast whether there may be more: no more were looked at
     */
    record Tally(long count, boolean atLeast) {}

    /** How many messages a choice means now, locked ones not counted. */
    Tally count(Choice choice) throws JMSException {
        if (choice.numbers() == null && choice.selector() == null) {
            QueueStatistics all = admin.statistics(choice.queue());
            return new Tally(all.available() + all.scheduled() + all.deferred(), false);
        }
        MessagesAdmin messages = admin.messages(choice.queue());
        MessageFilter filter = choice.filter().withStates(NOT_LOCKED);
        PageRequest request = PageRequest.first(PageRequest.MOST);
        long count = 0;
        for (int page = 0; page < MOST_PAGES; page++) {
            MessagePage found = messages.peek(filter, request);
            count += found.messages().size();
            if (found.next() == null) {
                return new Tally(count, false);
            }
            request = request.after(found.next());
        }
        return new Tally(count, true);
    }

    /** Moves dead letters back, for ten seconds at most. */
    BulkResult redrive(Choice choice, Way way) throws JMSException {
        return admin.messages(choice.queue()).redrive(way.options(choice), forAWhile());
    }

    /** Begins to move them in the background. */
    RedriveJobDescription begin(Choice choice, Way way, String requestedBy) throws JMSException {
        return admin.redriveJobs().start(choice.queue(), way.options(choice), requestedBy);
    }

    /** Edits dead letters and sends them again, for ten seconds at most. */
    BulkResult resubmit(Choice choice, MessageEdit edit) throws JMSException {
        return admin.messages(choice.queue()).resubmit(choice.filter(), edit, forAWhile());
    }

    /** Removes dead letters, for ten seconds at most. */
    BulkResult purge(Choice choice) throws JMSException {
        return admin.messages(choice.queue()).purge(choice.filter(), forAWhile());
    }

    private static Progress forAWhile() {
        long began = System.nanoTime();
        return done -> System.nanoTime() - began < MOST_NANOS;
    }
}
