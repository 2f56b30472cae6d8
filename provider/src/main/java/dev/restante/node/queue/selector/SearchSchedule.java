package dev.restante.node.queue.selector;

import dev.restante.node.queue.buffer.FullScanThrottle;

/**
 * Schedule of a selector search: which pass through the store is requested, which runs, and when the next may start. A
 * pass that no receiver waits for starts only after a pause, which is a multiple of the last pass's duration. Until
 * then, steps search only recent positions again. Not thread-safe; the dispatcher's lock guards it.
 */
final class SearchSchedule {

    /** Start of a search step. */
    enum StepStart {
        /** First position, as a new pass. */
        NEW_PASS,
        /** Recent positions, which are searched again. */
        RECENT_POSITIONS,
        /** Position at which the last step ended. */
        CONTINUE
    }

    private boolean passRequested = true;
    private boolean recentRequested;

    /** Number of the last pass that began. */
    private long begun;

    private long ended;
    private final FullScanThrottle scanThrottle = new FullScanThrottle();

    long begun() {
        return begun;
    }

    long ended() {
        return ended;
    }

    /** Returns the duration of the last pass, in nanoseconds; 0 if none has ended. */
    long lastedNanos() {
        return scanThrottle.lastScanNanos();
    }

    /** Requests a pass that begins after this call; returns its number. */
    long requestPass() {
        passRequested = true;
        return begun + 1;
    }

    /** Requests a search for deliveries that may have become available without a report. */
    void request(long nowNanos) {
        if (runs() || !scanThrottle.mayScan(nowNanos)) {
            recentRequested = true;
        } else {
            passRequested = true;
        }
    }

    private boolean runs() {
        return begun > ended;
    }

    /** Returns whether neither a pass nor a search of recent positions is requested. */
    boolean noneRequested() {
        return !passRequested && !recentRequested;
    }

    /** Begins a step; {@code looks} is true if the step reads a page, not only reported ids. */
    StepStart begin(boolean readsPage, long nowNanos) {
        if (!runs() && passRequested && readsPage) {
            passRequested = false;
            recentRequested = false;
            begun++;
            scanThrottle.scanBegun(nowNanos);
            return StepStart.NEW_PASS;
        }
        if (!runs() && recentRequested) {
            recentRequested = false;
            return StepStart.RECENT_POSITIONS;
        }
        return StepStart.CONTINUE;
    }

    /** Records that a step has reached the end of the available deliveries. */
    void endReached(long nowNanos) {
        if (runs()) {
            ended = begun;
            scanThrottle.scanEnded(nowNanos);
        }
    }
}
