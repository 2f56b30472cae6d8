package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.model.StateCounts;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result of a count query: the number of deliveries of one entity in each state. Rows with a state that this
 * release does not know are not counted, so the other counts stay readable.
 */
final class StateTally {

    private static final Logger LOG = LoggerFactory.getLogger(StateTally.class);

    private final long[] counts = new long[DeliveryState.values().length + 1];
    private long unknown;

    /**
     * Adds deliveries.
     *
     * @param stateCode stored code
     */
    void add(int stateCode, long count) {
        if (stateCode > 0 && stateCode < counts.length) {
            counts[stateCode] += count;
        } else {
            unknown += count;
        }
    }

    private long of(DeliveryState state) {
        return counts[state.code()];
    }

    /** Returns the counts, and logs rows with an unknown state once for each entity. */
    StateCounts counts(long entityId, Set<Long> loggedEntities) {
        if (unknown > 0 && loggedEntities.add(entityId)) {
            LOG.warn(
                    "{} messages of entity {} have a state that this version of Restante does not know. Restante does"
                            + " not count them. A purge of all messages of the entity removes them.",
                    unknown,
                    entityId);
        }
        return new StateCounts(
                of(DeliveryState.AVAILABLE),
                of(DeliveryState.ACQUIRED),
                of(DeliveryState.SCHEDULED) + of(DeliveryState.REPEATING),
                of(DeliveryState.DEFERRED));
    }
}
