package dev.restante.node.dispatch;

/**
 * The rest between looks that nobody has given a reason for: nine times as long as the last one took, so that they take
 * a tenth of the time at most. Not thread-safe.
 */
public final class LookRest {

    private static final int TIMES = 9;

    private long beganNanos;
    private long endedNanos;
    private long lastedNanos;

    /** True as long as no look has ended. */
    public boolean isOver(long nowNanos) {
        return lastedNanos == 0 || nowNanos - endedNanos >= TIMES * lastedNanos;
    }

    /** Returns how long the last look took, in nanoseconds; 0 if none has ended. */
    public long lastedNanos() {
        return lastedNanos;
    }

    /** Begins a look. */
    public void begin(long nowNanos) {
        beganNanos = nowNanos;
    }

    /** Returns how long ago the look began that began last, in nanoseconds. */
    long passedNanos(long nowNanos) {
        return nowNanos - beganNanos;
    }

    /** Ends the look that began last, and begins its rest. */
    public void end(long nowNanos) {
        endedNanos = nowNanos;
        lastedNanos = passedNanos(nowNanos);
    }
}
