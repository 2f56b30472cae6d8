package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.model.StateCounts;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts of the deliveries of one entity by state. Rows whose state this release does not know are left out, so that
 * they do not hide the counts of all others.
 */
final class StateTally {

    private static final Logger LOG = LoggerFactory.getLogger(StateTally.class);

    private final long[] counts = new long[DeliveryState.values().length + 1];
    private long unknown;

    /**
     * Adds deliveries.
     *
     * @param code the state as the row has it
     */
    void add(int code, long many) {
        if (code > 0 && code < counts.length) {
            counts[code] += many;
        } else {
            unknown += many;
        }
    }

    /** Returns how many deliveries were added with a state. */
    private long of(DeliveryState state) {
        return counts[state.code()];
    }

    /**
     * Returns the counts, and logs rows with an unknown state once for each entity.
     *
     * @param told the entities of which this was logged
     */
    StateCounts counts(long entityId, Set<Long> told) {
        if (unknown > 0 && told.add(entityId)) {
            LOG.warn(
                    "{} deliveries of entity {} have a state that this release does not know. They are not counted; a"
                            + " purge of all messages removes them",
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
