package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.Map;

/**
 * Repository of the prefetched counts that the nodes of a shared store report, from which each node computes the totals
 * (VIS-10).
 */
public interface PrefetchCountRepository {

    /** Records the prefetched counts of a node, and replaces its earlier counts of these entities. */
    void report(long incarnation, Map<Long, PrefetchCount> countsByEntity);

    /** Returns the counts that other live nodes last reported, by entity, without empty counts. */
    Map<Long, PrefetchCount> countsOfOtherNodes(long incarnation);

    /**
     * Prefetched count of an entity.
     *
     * @param acquired number of deliveries that the store shows as acquired
     * @param withoutRow number of in-memory deliveries, which have no row in the store
     * @param firstEnqueuedAtMillis enqueued-at instant of the first prefetched delivery in retrieval order, in epoch
     *     milliseconds of store time; {@link Delivery#NEVER} if there is none
     */
    record PrefetchCount(long acquired, long withoutRow, long firstEnqueuedAtMillis) {

        public static final PrefetchCount NONE = new PrefetchCount(0, 0, Delivery.NEVER);

        /** Returns the sum of two counts, with the earlier of the two instants. */
        public PrefetchCount plus(PrefetchCount other) {
            return new PrefetchCount(
                    acquired + other.acquired,
                    withoutRow + other.withoutRow,
                    Math.min(firstEnqueuedAtMillis, other.firstEnqueuedAtMillis));
        }
    }
}
