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
 * AssertJ assertions on a queue, which retry until they hold or a timeout ends. The retries let the threads of the
 * application do their work. The timeout is 5 seconds of real time unless {@link #within} sets another.
 */
public final class QueueAssert extends AbstractAssert<QueueAssert, TestQueue> {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Duration timeout = DEFAULT_TIMEOUT;

    QueueAssert(TestQueue queue) {
        super(queue, QueueAssert.class);
    }

    /**
     * Sets the timeout of the following assertions.
     *
     * @param value the timeout in real time, or zero to check only once
     */
    public QueueAssert within(Duration value) {
        timeout = value;
        return this;
    }

    /** Asserts that no message is available, in flight, scheduled or deferred. */
    public QueueAssert isEmpty() {
        return counts(
                "to be empty",
                found -> found.available() + found.inFlight() + found.scheduled() + found.deferred() == 0);
    }

    /** Asserts that the given number of messages is available. */
    public QueueAssert hasAvailable(long count) {
        return counts("to have " + count + " available", found -> found.available() == count);
    }

    /** Asserts that the given number of messages is in flight. */
    public QueueAssert hasInFlight(long count) {
        return counts("to have " + count + " in flight", found -> found.inFlight() == count);
    }

    /** Asserts that the given number of messages is scheduled, because of a delivery delay or a redelivery back-off. */
    public QueueAssert hasScheduled(long count) {
        return counts("to have " + count + " scheduled", found -> found.scheduled() == count);
    }

    /** Asserts that the given number of messages is deferred. */
    public QueueAssert hasDeferred(long count) {
        return counts("to have " + count + " deferred", found -> found.deferred() == count);
    }

    /** Asserts that the given number of messages is in the dead-letter queue. */
    public QueueAssert hasDeadLettered(long count) {
        return counts("to have " + count + " dead letters", found -> found.deadLettered() == count);
    }

    /** Asserts that a message is available, and returns assertions on the first available message. */
    public MessageAssert hasNext() {
        return new MessageAssert(first(actual, MessageState.AVAILABLE, "a message that is available"));
    }

    /** Asserts that a message is scheduled, and returns assertions on the first scheduled message. */
    public MessageAssert hasNextScheduled() {
        return new MessageAssert(first(actual, MessageState.SCHEDULED, "a message that is scheduled"));
    }

    /** Asserts that the dead-letter queue has an available message, and returns assertions on the first one. */
    public MessageAssert hasDeadLetter() {
        isNotNull();
        return new MessageAssert(first(actual.deadLetterQueue(), MessageState.AVAILABLE, "a dead letter"));
    }

    /** Asserts that the dead-letter queue has an available message with the given reason. */
    public QueueAssert hasDeadLetterWithReason(String reason) {
        isNotNull();
        await(() -> {
            List<String> reasons = actual.deadLetterQueue().messages(MessageState.AVAILABLE).stream()
                    .map(MessageAssert::reason)
                    .toList();
            return reasons.contains(reason) ? null : "a dead letter with the reason " + reason + ", but had " + reasons;
        });
        return this;
    }

    @FunctionalInterface
    private interface CountCondition {
        boolean holds(QueueStatistics found);
    }

    private QueueAssert counts(String expected, CountCondition condition) {
        isNotNull();
        await(() -> {
            QueueStatistics found = actual.statistics();
            return condition.holds(found) ? null : expected + ", but it has" + QueueContentText.of(actual);
        });
        return this;
    }

    private MessageDescription first(TestQueue queue, MessageState state, String expected) {
        isNotNull();
        MessageDescription[] first = new MessageDescription[1];
        await(() -> {
            List<MessageDescription> found = queue.messages(state);
            if (found.isEmpty()) {
                return "to have " + expected + ", but it has" + QueueContentText.of(queue);
            }
            first[0] = found.get(0);
            return null;
        });
        return first[0];
    }

    /** Check that returns a text about its failure, or null if it succeeds. */
    @FunctionalInterface
    private interface RetriedCheck {
        @Nullable
        String failureText() throws JMSException;
    }

    private void await(RetriedCheck check) {
        Instant begun = storeTime();
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            String missing = missing(check);
            if (missing == null) {
                return;
            } else if (System.nanoTime() - deadlineNanos >= 0) {
                throw failure("Expecting queue %s %s%s", actual.name(), missing, hint(begun));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns advice to advance the clock if the store time did not change during the wait. */
    private String hint(Instant begun) {
        if (timeout.isZero() || !begun.equals(storeTime())) {
            return "";
        }
        return System.lineSeparator() + "  The clock of the store stands still at " + begun
                + ". To let later events happen, advance it: clock.advance(Duration.ofSeconds(30))";
    }

    private Instant storeTime() {
        try {
            return actual.admin().node().storeTime();
        } catch (JMSException e) {
            throw new AssertionError("The time of the store cannot be read: " + e.getMessage(), e);
        }
    }

    private static @Nullable String missing(RetriedCheck check) {
        try {
            return check.failureText();
        } catch (JMSException e) {
            return "to be looked at, but: " + e.getMessage();
        }
    }
}
