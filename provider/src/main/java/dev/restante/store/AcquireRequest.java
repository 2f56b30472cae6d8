package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the first available deliveries of an entity, in retrieval order, for the incarnation of the pipeline.
 *
 * @param entityId whose
 * @param limit at most so many, 1 or more
 * @param maxBytes stops after the delivery with which the sizes add up to this much; at least one is acquired
 * @param completion told on the pipeline's thread: the acquired deliveries in retrieval order, or the failure; must not block nor throw
 */
public record AcquireRequest(
        long entityId, int limit, long maxBytes, BiConsumer<List<Delivery>, @Nullable StoreException> completion) {
    public AcquireRequest {
        requireNonNull(completion, "completion");
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is less than 1");
        }
    }
}
