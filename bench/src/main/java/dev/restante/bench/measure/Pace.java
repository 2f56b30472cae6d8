package dev.restante.bench.measure;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The schedule of an open loop: when each message is meant to be sent, whatever became of those before it. Latencies
 * that count from there contain the wait of messages that could not be sent in time because others took long.
 *
 * @param startNanos when the first one is, as {@link System#nanoTime()}
 * @param perSecond how many in a second, evenly spread; 1 or more
 */
public record Pace(long startNanos, int perSecond) {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    public Pace {
        if (perSecond < 1) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "a pace of %d messages a second", perSecond));
        }
    }

    /** When the message with that number is meant to be sent, as {@link System#nanoTime()}. */
    public long intendedNanos(long sequence) {
        return startNanos + sequence / perSecond * SECOND_NANOS + sequence % perSecond * SECOND_NANOS / perSecond;
    }

    /** Waits until the message with that number is due; returns at once if it is late. */
    public void await(long sequence) throws InterruptedException {
        long dueNanos = intendedNanos(sequence);
        for (long waitNanos = dueNanos - System.nanoTime(); waitNanos > 0; waitNanos = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(waitNanos);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
