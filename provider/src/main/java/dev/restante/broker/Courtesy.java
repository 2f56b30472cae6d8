package dev.restante.broker;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps work in bulk that nobody waits for from taking a pipeline away from those who wait: after each piece it rests, where others have had something to do meanwhile, for somewhat longer than the
 * piece took. So these keep more than half of what the pipeline can do. Not thread-safe.
 */
final class Courtesy {

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
    Courtesy(LongSupplier works, LongSupplier nanoClock, LongConsumer rest) {
        this.works = works;
        this.nanoClock = nanoClock;
        this.rest = rest;
    }

    /** A piece begins. */
    void begin() {
        begunNanos = nanoClock.getAsLong();
        worksBefore = works.getAsLong();
    }

    /**
     * The piece is done, and perhaps another one follows.
     *
     * @param own how many works it was
     */
    void giveWay(int own) {
        if (works.getAsLong() - worksBefore > own) {
            long tookNanos = nanoClock.getAsLong() - begunNanos;
            rest.accept(tookNanos + tookNanos / 4);
        }
    }
}
