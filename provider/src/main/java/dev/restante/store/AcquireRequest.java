package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Request to acquire the first available deliveries of an entity in retrieval order. The incarnation of the commit
 * pipeline becomes their owner.
 *
 * @param limit maximum number of deliveries, at least 1
 * @param maxBytes size of the acquired deliveries at which the acquisition ends; at least one delivery is acquired
 * @param maxPosition highest position to read; only deliveries scheduled for the future have higher positions
 * @param excludedGroups message groups to skip (few)
 * @param onCompletion callback with the result or the failure; runs on the thread of the pipeline and must neither
 *     block nor throw
 */
public record AcquireRequest(
        long entityId,
        int limit,
        long maxBytes,
        long maxPosition,
        AcquireRange range,
        Set<String> excludedGroups,
        BiConsumer<AcquireResult, @Nullable StoreException> onCompletion) {

    /**
     * Priorities and positions of an entity that an acquire request reads.
     *
     * @param lowestPriority lowest priority to acquire
     * @param firstPositions first position of a priority at which the node expects available deliveries; the store may
     *     skip lower positions
     */
    public record AcquireRange(int lowestPriority, Map<Integer, Long> firstPositions) {

        public static final AcquireRange ALL = new AcquireRange(0, Map.of());

        public AcquireRange {
            firstPositions = Map.copyOf(firstPositions);
        }
    }

    public AcquireRequest {
        requireNonNull(range, "range");
        excludedGroups = Set.copyOf(excludedGroups);
        requireNonNull(onCompletion, "onCompletion");
        if (limit < 1) {
            throw new IllegalArgumentException("The limit " + limit + " is less than 1");
        }
    }

    /** Creates a request that reads the whole entity. */
    public AcquireRequest(
            long entityId,
            int limit,
            long maxBytes,
            long upToPosition,
            Set<String> exceptGroups,
            BiConsumer<AcquireResult, @Nullable StoreException> completion) {
        this(entityId, limit, maxBytes, upToPosition, AcquireRange.ALL, exceptGroups, completion);
    }
}
