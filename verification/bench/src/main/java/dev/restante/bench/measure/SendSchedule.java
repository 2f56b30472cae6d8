package dev.restante.bench.measure;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Schedule of an open loop with evenly spaced sends, independent of the progress of earlier sends.
 *
 * <p>Latencies from the scheduled instant include the delay of messages that were sent late because earlier sends were
 * slow.
 *
 * @param startNanos the {@link System#nanoTime()} of the first send
 * @param perSecond the number of sends in a second, at least 1
 */
public record SendSchedule(long startNanos, int perSecond) {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    public SendSchedule {
        if (perSecond < 1) {
            throw new IllegalArgumentException(String.format(Locale.ROOT, "a pace of %d messages a second", perSecond));
        }
    }

    /** Returns the {@link System#nanoTime()} at which a message is to be sent. */
    public long scheduledNanos(long sequence) {
        return startNanos + sequence / perSecond * SECOND_NANOS + sequence % perSecond * SECOND_NANOS / perSecond;
    }

    /** Waits until a message is due. */
    public void await(long sequence) throws InterruptedException {
        long dueNanos = scheduledNanos(sequence);
        for (long waitNanos = dueNanos - System.nanoTime(); waitNanos > 0; waitNanos = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(waitNanos);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
