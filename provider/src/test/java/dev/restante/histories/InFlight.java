package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import org.jspecify.annotations.Nullable;

/** The quota of what applications have in their hands (VIS-06, VIS-12). */
final class InFlight {

    /** More than a history has. */
    static final int MANY = 120_000;

    private static final String LIMIT = "RESTANTE-IN-FLIGHT-LIMIT";

    private InFlight() {}

    /** The code with which a receive that can't wait is refused, or null; what is paused hands over nothing anyway. */
    static @Nullable String receiveRefusal(QueueModel model) {
        return Statuses.mayReceive(model) && full(model) ? LIMIT : null;
    }

    /** The same by number, for what would be received. */
    static @Nullable String numberRefusal(QueueModel model) {
        return full(model) ? LIMIT : null;
    }

    private static boolean full(QueueModel model) {
        return model.count(State.LOCKED) >= model.options.maxInFlight();
    }
}
