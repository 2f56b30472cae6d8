package dev.restante.node.core;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Pauses in bulk work that nobody waits for, so that it does not take the store away from those who wait. After each
 * piece it rests for a part of the time that the piece took, where others have had something to do meanwhile. Not
 * thread-safe.
 */
public final class BulkThrottle {

    /** It rests for one part of so many. */
    private static final int REST = 4;

    private final LongSupplier works;
    private final LongSupplier nanoClock;
    private final LongConsumer rest;
    private long begunNanos;
    private long worksBefore;

    /**
     * For one author of such work.
     *
     * @param works how many works anybody has handed over so far
     * @param nanoClock as {@link System#nanoTime}
     * @param rest pauses for so many nanoseconds
     */
    public BulkThrottle(LongSupplier works, LongSupplier nanoClock, LongConsumer rest) {
        this.works = works;
        this.nanoClock = nanoClock;
        this.rest = rest;
    }

    /** A piece begins. */
    public void begin() {
        begunNanos = nanoClock.getAsLong();
        worksBefore = works.getAsLong();
    }

    /**
     * The piece is done, and perhaps another one follows.
     *
     * @param own how many works it was
     */
    public void giveWay(int own) {
        if (works.getAsLong() - worksBefore > own) {
            rest.accept((nanoClock.getAsLong() - begunNanos) / REST);
        }
    }

    /**
     * Lets the calling thread rest; it has been unparked for other reasons, so once is not enough. An interrupt ends
     * the rest.
     */
    public static void rest(long nanos) {
        long begunNanos = System.nanoTime();
        for (long left = nanos;
                left > 0 && !Thread.currentThread().isInterrupted();
                left = nanos - (System.nanoTime() - begunNanos)) {
            LockSupport.parkNanos(left);
        }
    }
}
