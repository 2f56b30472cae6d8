package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the first available deliveries of an entity, in retrieval order, for the incarnation of the pipeline.
 *
 * @param entityId whose
 * @param limit at most so many, 1 or more
 * @param maxBytes stops after the delivery with which the sizes add up to this much; at least one is acquired
 * @param upToPosition no delivery has a place after this position yet but those that are scheduled for the future
 * @param range the places to look at
 * @param exceptGroups message groups of which none are acquired; few
 * @param completion told on the pipeline's thread: what was acquired, or the failure; must not block nor throw
 */
public record AcquireRequest(
        long entityId,
        int limit,
        long maxBytes,
        long upToPosition,
        Range range,
        Set<String> exceptGroups,
        BiConsumer<Acquired, @Nullable StoreException> completion) {

    /**
     * Places of an entity.
     *
     * @param lowestPriority no delivery of a lower priority is acquired
     * @param firstPositions for some priorities a position before which there is nothing to acquire, as far as the node
     *     knows; a store need not look there
     */
    public record Range(int lowestPriority, Map<Integer, Long> firstPositions) {

        /** All places. */
        public static final Range ALL = new Range(0, Map.of());

        public Range {
            firstPositions = Map.copyOf(firstPositions);
        }
    }

    public AcquireRequest {
        requireNonNull(range, "range");
        exceptGroups = Set.copyOf(exceptGroups);
        requireNonNull(completion, "completion");
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is less than 1");
        }
    }

    /** One that looks at all places. */
    public AcquireRequest(
            long entityId,
            int limit,
            long maxBytes,
            long upToPosition,
            Set<String> exceptGroups,
            BiConsumer<Acquired, @Nullable StoreException> completion) {
        this(entityId, limit, maxBytes, upToPosition, Range.ALL, exceptGroups, completion);
    }
}
