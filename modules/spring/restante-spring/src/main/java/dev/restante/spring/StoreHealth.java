package dev.restante.spring;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a health check of a reachable store, which depends on the lease of the node and the configured limits.
 *
 * @param details further information by name
 */
public record StoreHealth(State state, Map<String, Object> details) {

    /** State of a reachable store. */
    public enum State {
        /** The node holds its lease, and no limit is exceeded. */
        UP,
        /** The node does not hold its lease, or a limit is exceeded. */
        OUT_OF_SERVICE
    }

    /**
     * Limits of a healthy store.
     *
     * @param maxBacklogAge the highest age of the oldest available message of any queue or subscription; null for no
     *     limit
     * @param maxDeadLetters the highest number of dead letters of all queues and subscriptions together; null for no
     *     limit
     */
    public record HealthLimits(@Nullable Duration maxBacklogAge, @Nullable Long maxDeadLetters) {

        /** No limits, so that a health check reads no statistics. */
        public static final HealthLimits NONE = new HealthLimits(null, null);

        boolean isConfigured() {
            return maxBacklogAge != null || maxDeadLetters != null;
        }
    }

    public StoreHealth {
        requireNonNull(state, "state");
        details = Map.copyOf(details);
    }
}
