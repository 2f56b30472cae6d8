package dev.restante.node.queue.buffer;

/**
 * Throttle that limits scans over all positions of an entity to a tenth of the time. After each scan it requires a
 * pause of nine times the scan's duration. Not thread-safe.
 */
public final class FullScanThrottle {

    private static final int PAUSE_FACTOR = 9;

    private long beganNanos;
    private long endedNanos;
    private long lastScanNanos;

    /** Returns whether the pause is over, or no scan has ended yet. */
    public boolean mayScan(long nowNanos) {
        return lastScanNanos == 0 || nowNanos - endedNanos >= PAUSE_FACTOR * lastScanNanos;
    }

    /** Returns the duration of the last scan, in nanoseconds; 0 if none has ended. */
    public long lastScanNanos() {
        return lastScanNanos;
    }

    public void scanBegun(long nowNanos) {
        beganNanos = nowNanos;
    }

    /** Returns the time since the last scan began, in nanoseconds. */
    long passedNanos(long nowNanos) {
        return nowNanos - beganNanos;
    }

    /** Ends the scan that began last, and begins its pause. */
    public void scanEnded(long nowNanos) {
        endedNanos = nowNanos;
        lastScanNanos = passedNanos(nowNanos);
    }
}
