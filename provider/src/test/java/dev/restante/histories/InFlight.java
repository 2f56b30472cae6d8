package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import org.jspecify.annotations.Nullable;

/** In-flight limit of the queue (VIS-06, VIS-12). */
final class InFlight {

    /** Limit that exceeds the number of messages of any history. */
    static final int MANY = 120_000;

    private static final String LIMIT = "RESTANTE-IN-FLIGHT-LIMIT";

    private InFlight() {}

    /**
     * Returns the code with which a receive without waiting is rejected, or null. A paused queue delivers no message
     * anyway.
     */
    static @Nullable String receiveRefusal(QueueModel model) {
        return Statuses.mayReceive(model) && full(model) ? LIMIT : null;
    }

    /** Returns the code with which a receive by number of an available message is rejected, or null. */
    static @Nullable String numberRefusal(QueueModel model) {
        return full(model) ? LIMIT : null;
    }

    private static boolean full(QueueModel model) {
        return model.count(State.LOCKED) >= model.options.maxInFlight();
    }
}
