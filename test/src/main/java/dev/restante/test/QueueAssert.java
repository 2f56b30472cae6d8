package dev.restante.test;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueStatistics;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a queue. What an application does it does in threads of its own, so each assertion looks again and again
 * until it holds, and fails when it has not for {@link #within a while}, 5 seconds of real time.
 */
public final class QueueAssert extends AbstractAssert<QueueAssert, TestQueue> {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Duration patience = PATIENCE;

    QueueAssert(TestQueue queue) {
        super(queue, QueueAssert.class);
    }

    /**
     * Sets for how long the assertions that follow wait until they hold.
     *
     * @param value real time; zero to look once
     */
    public QueueAssert within(Duration value) {
        patience = value;
        return this;
    }

    /** Nothing waits, is locked, scheduled or set aside. */
    public QueueAssert isEmpty() {
        return counts(
                "to be empty",
                found -> found.available() + found.inFlight() + found.scheduled() + found.deferred() == 0);
    }

    /** So many messages are ready to be received. */
    public QueueAssert hasAvailable(long count) {
        return counts("to have " + count + " available", found -> found.available() == count);
    }

    /** So many messages are in the hands of receivers. */
    public QueueAssert hasInFlight(long count) {
        return counts("to have " + count + " in flight", found -> found.inFlight() == count);
    }

    /** So many messages are not due yet, by a delay of their senders or a redelivery back-off. */
    public QueueAssert hasScheduled(long count) {
        return counts("to have " + count + " scheduled", found -> found.scheduled() == count);
    }

    /** So many messages are set aside. */
    public QueueAssert hasDeferred(long count) {
        return counts("to have " + count + " deferred", found -> found.deferred() == count);
    }

    /** So many messages are in its dead-letter queue. */
    public QueueAssert hasDeadLettered(long count) {
        return counts("to have " + count + " dead letters", found -> found.deadLettered() == count);
    }

    /** A message is ready to be received. Returns assertions on the first one. */
    public MessageAssert hasNext() {
        return new MessageAssert(first(actual, MessageState.AVAILABLE, "a message that is available"));
    }

    /** A message is scheduled. Returns assertions on the first one. */
    public MessageAssert hasNextScheduled() {
        return new MessageAssert(first(actual, MessageState.SCHEDULED, "a message that is scheduled"));
    }

    /** A message is in its dead-letter queue. Returns assertions on the first one. */
    public MessageAssert hasDeadLetter() {
        isNotNull();
        return new MessageAssert(first(actual.deadLetters(), MessageState.AVAILABLE, "a dead letter"));
    }

    /** A message is in its dead-letter queue, for a reason. */
    public QueueAssert deadLettered(String reason) {
        isNotNull();
        await(() -> {
            List<String> reasons = actual.deadLetters().messages(MessageState.AVAILABLE).stream()
                    .map(MessageAssert::reason)
                    .toList();
            return reasons.contains(reason) ? null : "a dead letter with the reason " + reason + ", but had " + reasons;
        });
        return this;
    }

    /** The state of a queue that is hoped for. */
    @FunctionalInterface
    private interface Hope {
        boolean holds(QueueStatistics found);
    }

    private QueueAssert counts(String expected, Hope hope) {
        isNotNull();
        await(() -> {
            QueueStatistics found = actual.statistics();
            return hope.holds(found) ? null : expected + ", but it has" + QueuePicture.of(actual);
        });
        return this;
    }

    private MessageDescription first(TestQueue queue, MessageState state, String expected) {
        isNotNull();
        MessageDescription[] first = new MessageDescription[1];
        await(() -> {
            List<MessageDescription> found = queue.messages(state);
            if (found.isEmpty()) {
                return "to have " + expected + ", but it has" + QueuePicture.of(queue);
            }
            first[0] = found.get(0);
            return null;
        });
        return first[0];
    }

    /** A look that tells what is missing; null if nothing is. */
    @FunctionalInterface
    private interface Look {
        @Nullable
        String missing() throws JMSException;
    }

    private void await(Look look) {
        Instant begun = storeTime();
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (true) {
            String missing = missing(look);
            if (missing == null) {
                return;
            } else if (System.nanoTime() - deadlineNanos >= 0) {
                throw failure("Expecting queue %s %s%s", actual.name(), missing, hint(begun));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns what to do where the clock of the store has stood still during the wait. */
    private String hint(Instant begun) {
        if (patience.isZero() || !begun.equals(storeTime())) {
            return "";
        }
        return System.lineSeparator() + "  The clock of the store stands still at " + begun
                + ". To let later events happen, advance it: clock.advance(Duration.ofSeconds(30))";
    }

    private Instant storeTime() {
        return actual.admin().node().storeTime();
    }

    private static @Nullable String missing(Look look) {
        try {
            return look.missing();
        } catch (JMSException e) {
            return "to be looked at, but: " + e.getMessage();
        }
    }
}
