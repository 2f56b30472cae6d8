package dev.restante.spring;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The health of a store that can be reached.
 *
 * @param state whether the application can rely on it
 * @param details what else is to be told, by name
 */
public record StoreHealth(State state, Map<String, Object> details) {

    /** The states of a store. */
    public enum State {
        /** It can be reached, the node holds its lease, and no limit is exceeded. */
        UP,
        /** It can be reached, but the node does not hold its lease, or a limit is exceeded. */
        OUT_OF_SERVICE
    }

    /**
     * The limits beyond which a store is not healthy.
     *
     * @param maxBacklogAge for how long the oldest available message of a queue or subscription may wait; null for no
     *     limit
     * @param maxDeadLetters how many dead letters all queues and subscriptions may have together; null for no limit
     */
    public record Limits(@Nullable Duration maxBacklogAge, @Nullable Long maxDeadLetters) {

        /** No limits: nothing is counted. */
        public static final Limits NONE = new Limits(null, null);

        boolean any() {
            return maxBacklogAge != null || maxDeadLetters != null;
        }
    }

    public StoreHealth {
        requireNonNull(state, "state");
        details = Map.copyOf(details);
    }
}
