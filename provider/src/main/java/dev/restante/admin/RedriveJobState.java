package dev.restante.admin;

import dev.restante.model.RedriveJob;

/** The states of a redrive in the background. */
public enum RedriveJobState {
    /** A node works at it, or will as soon as one is open. */
    RUNNING,
    /** All that was meant has been looked at, or as many have moved as were wanted. */
    DONE,
    /** Somebody has cancelled it; what had moved stays where it is. */
    CANCELLED,
    /** It can't go on; {@link RedriveJobDescription#failure()} says why. */
    FAILED;

    static RedriveJobState of(RedriveJob.State state) {
        return switch (state) {
            case RUNNING -> RUNNING;
            case DONE -> DONE;
            case CANCELLED -> CANCELLED;
            case FAILED -> FAILED;
        };
    }
}
