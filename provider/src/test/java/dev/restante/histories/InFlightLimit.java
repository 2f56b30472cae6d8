package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import org.jspecify.annotations.Nullable;

/** In-flight limit of the queue (VIS-06, VIS-12). */
final class InFlightLimit {

    /** Limit that exceeds the number of messages of any history. */
    static final int UNREACHABLE = 120_000;

    private static final String LIMIT = "RESTANTE-IN-FLIGHT-LIMIT";

    private InFlightLimit() {}

    /**
     * Returns the code with which a receive without waiting is rejected, or null. A paused queue delivers no message
     * anyway.
     */
    static @Nullable String receiveErrorCode(QueueModel model) {
        return StatusActions.allowsReceives(model) && isReached(model) ? LIMIT : null;
    }

    /** Returns the code with which a receive by number of an available message is rejected, or null. */
    static @Nullable String receiveByNumberErrorCode(QueueModel model) {
        return isReached(model) ? LIMIT : null;
    }

    /**
     * Returns the code with which a receive may be rejected below the limit, or null. The other node can have slots
     * that it does not use (VIS-12).
     */
    static @Nullable String possibleErrorCode(HistoryRun run) {
        return run.nodes.enabled() && run.model.options.maxInFlight() < UNREACHABLE ? LIMIT : null;
    }

    private static boolean isReached(QueueModel model) {
        return model.count(State.LOCKED) >= model.options.maxInFlight();
    }
}
