package dev.restante.node.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * One question of a receiver with a selector: is there anything for it now? Its state is guarded by the dispatcher's
 * lock.
 */
public final class Look {

    private final Seat seat;
    private final long pass;
    private final long failuresBefore;

    /** When the store had been searched, null before: what others were bringing then is waited for. */
    Reading.@Nullable Moment searched;

    /** Whether that is waited for which what has come must not overtake. */
    boolean proving;

    /**
     * A question that is asked now.
     *
     * @param pass the number of the pass through the store that must have ended; 0 if it is enough that the search has
     *     caught up
     * @param failuresBefore how many steps of the search had failed
     */
    Look(Seat seat, long pass, long failuresBefore) {
        this.seat = seat;
        this.pass = pass;
        this.failuresBefore = failuresBefore;
    }

    Seat seat() {
        return seat;
    }

    long pass() {
        return pass;
    }

    long failuresBefore() {
        return failuresBefore;
    }
}
