package dev.restante.broker;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets work go on at a rate. Not thread-safe. */
final class Pace {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A pause is never longer, so that whoever cancels is not kept waiting. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final double perSecond;
    private final long startedNanos = System.nanoTime();
    private long permitted;

    /** A rate; 0 for as fast as it goes. */
    Pace(double perSecond) {
        this.perSecond = perSecond;
    }

    /** How many may be done now, at most so many as are wanted; 0 after a pause in which none came up. */
    int permit(int wanted) {
        if (perSecond == 0) {
            return wanted;
        }
        double earned = 1 + (System.nanoTime() - startedNanos) * perSecond / NANOS_PER_SECOND;
        int now = (int) Math.min(wanted, Math.max(0, earned - permitted));
        if (now == 0) {
            long missingNanos = (long) Math.ceil((permitted + 1 - earned) * NANOS_PER_SECOND / perSecond);
            LockSupport.parkNanos(Math.min(LONGEST_PAUSE_NANOS, Math.max(1, missingNanos)));
        }
        permitted += now;
        return now;
    }
}
