package dev.restante.node.core;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Throttle that pauses bulk work while other callers use the store. After each piece of work it pauses for a quarter of
 * the time that the piece took, if other change sets were submitted meanwhile. Not thread-safe.
 */
public final class BulkThrottle {

    private static final int PAUSE_DIVISOR = 4;

    private final LongSupplier submittedChangeSets;
    private final LongSupplier nanoClock;
    private final LongConsumer pause;
    private long beganNanos;
    private long changeSetsBefore;

    /**
     * Creates a throttle for one source of bulk work.
     *
     * @param submittedChangeSets number of change sets that all callers have submitted so far
     * @param nanoClock clock like {@link System#nanoTime}
     * @param pause function that pauses the thread for a number of nanoseconds
     */
    public BulkThrottle(LongSupplier submittedChangeSets, LongSupplier nanoClock, LongConsumer pause) {
        this.submittedChangeSets = submittedChangeSets;
        this.nanoClock = nanoClock;
        this.pause = pause;
    }

    /** Begins a piece of work. */
    public void begin() {
        beganNanos = nanoClock.getAsLong();
        changeSetsBefore = submittedChangeSets.getAsLong();
    }

    /**
     * Ends a piece of work, and pauses if other callers submitted change sets meanwhile.
     *
     * @param ownChangeSets number of change sets of this piece
     */
    public void yieldAfter(int ownChangeSets) {
        if (submittedChangeSets.getAsLong() - changeSetsBefore > ownChangeSets) {
            pause.accept((nanoClock.getAsLong() - beganNanos) / PAUSE_DIVISOR);
        }
    }

    /** Parks the calling thread for a time, even if it is unparked for other reasons. An interrupt ends the pause. */
    public static void pause(long nanos) {
        long beganNanos = System.nanoTime();
        for (long left = nanos;
                left > 0 && !Thread.currentThread().isInterrupted();
                left = nanos - (System.nanoTime() - beganNanos)) {
            LockSupport.parkNanos(left);
        }
    }
}
