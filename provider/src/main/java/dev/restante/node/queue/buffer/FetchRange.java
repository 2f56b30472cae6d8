package dev.restante.node.queue.buffer;

/**
 * Range of the next fetch: all positions of its entity, or only those where new messages can be. A full scan may be
 * slow, because it passes each removed row that the database keeps for open transactions. A delivery that is known to
 * be in the store justifies a full scan immediately. Any other full scan waits for {@link FullScanThrottle}.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class FetchRange {

    private final FullScanThrottle scanThrottle = new FullScanThrottle();
    private boolean wanted = true;

    /** True if messages have groups; a fetch skips members of some groups, which then remain at passed positions. */
    private boolean alwaysAllPositions;

    /** True if the last fetch was a full scan. */
    private boolean allPositions;

    private long lastFetchNanos;

    /** Requests a full scan for a delivery that becomes available at a position that fetches may have passed. */
    public void requestAll() {
        wanted = true;
    }

    /** Requests a full scan if the throttle allows it. */
    public void requestAllIfAllowed(long nowNanos) {
        wanted |= scanThrottle.mayScan(nowNanos);
    }

    /** Makes every later fetch a full scan. */
    public void alwaysAll() {
        alwaysAllPositions = true;
        wanted = true;
    }

    /** Begins a fetch, and returns whether it is a full scan. */
    public boolean begin(long nowNanos) {
        allPositions = wanted;
        wanted = alwaysAllPositions;
        scanThrottle.scanBegun(nowNanos);
        return allPositions;
    }

    /** Records that the store answered the fetch. */
    public void fetchAnswered(long nowNanos) {
        lastFetchNanos = scanThrottle.passedNanos(nowNanos);
        if (allPositions) {
            scanThrottle.scanEnded(nowNanos);
        }
    }

    /** Returns the duration of the last fetch that the store answered, in nanoseconds; 0 for none. */
    public long lastFetchNanos() {
        return lastFetchNanos;
    }

    /** Records that the fetch failed; a failed full scan is requested again. */
    public void failed() {
        wanted |= allPositions;
    }

    /** Returns whether the last fetch read all positions at which deliveries can be. */
    public boolean coversAll() {
        return allPositions || !wanted;
    }
}
