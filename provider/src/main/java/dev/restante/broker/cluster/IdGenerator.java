package dev.restante.broker.cluster;

import dev.restante.model.TimeSource;

/**
 * Makes the node's 64-bit ids: milliseconds since 2020, node number (10 bits), counter (12 bits). They increase within a node and across its restarts, because the
 * generator starts above the highest id that any node has stored; so a clock that is set back does no harm. Thread-safe.
 */
public final class IdGenerator {

    /** 2020-01-01T00:00:00Z. */
    private static final long EPOCH_MILLIS = 1_577_836_800_000L;

    private static final int COUNTER_BITS = 12;
    private static final int TIME_SHIFT = 22;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    private static final long LATEST_MILLIS = Long.MAX_VALUE >> TIME_SHIFT;

    private final TimeSource time;
    private final long nodeBits;
    private long lastMillis;
    private long counter;

    /**
     * A generator for one incarnation.
     *
     * @param nodeNumber 0 to 1023, of no other live node
     * @param above every id will be higher than this one
     */
    public IdGenerator(TimeSource time, int nodeNumber, long above) {
        if (nodeNumber < 0 || nodeNumber > 1023) {
            throw new IllegalArgumentException("node number " + nodeNumber + " is not within 0 to 1023");
        }
        this.time = time;
        this.nodeBits = (long) nodeNumber << COUNTER_BITS;
        this.lastMillis = above >> TIME_SHIFT;
        this.counter = COUNTER_MASK;
    }

    /** The next id. */
    public synchronized long next() {
        long nowMillis = time.millis() - EPOCH_MILLIS;
        if (nowMillis > lastMillis) {
            lastMillis = nowMillis;
            counter = 0;
        } else if (counter == COUNTER_MASK) {
            // More than 4,096 ids in a millisecond, or a clock set back: borrow from the next millisecond.
            lastMillis++;
            counter = 0;
        } else {
            counter++;
        }
        return last();
    }

    /** The highest id made so far. */
    public synchronized long highest() {
        return last();
    }

    /**
     * The place of a delivery that becomes available at an instant: after everything that was sent before that instant. Several with the same place are in the order
     * of their ids.
     */
    public static long positionAt(long availableAtMillis) {
        long sinceEpochMillis = availableAtMillis - EPOCH_MILLIS;
        return sinceEpochMillis > LATEST_MILLIS ? Long.MAX_VALUE : sinceEpochMillis << TIME_SHIFT;
    }

    private long last() {
        return lastMillis << TIME_SHIFT | nodeBits | counter;
    }
}
