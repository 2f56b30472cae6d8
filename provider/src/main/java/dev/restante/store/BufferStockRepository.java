package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.Map;

/**
 * What the nodes of a shared store have told of what waits in their memory, so that each counts what all have (VIS-10).
 * Each call is a transaction of its own.
 */
public interface BufferStockRepository {

    /** Tells what a node has now, in place of what it told of these entities before. */
    void tell(long incarnation, Map<Long, BufferStock> byEntity);

    /** For each entity what living nodes other than this one told last; entities without anything are left out. */
    Map<Long, BufferStock> elsewhere(long incarnation);

    /**
     * The stock of an entity that waits in the memory of nodes for receivers, and that no application has.
     *
     * @param acquired how many deliveries the store shows as acquired by these nodes
     * @param unstored how many the store does not know
     * @param firstEnqueuedAt since when the first of them in retrieval order has been in the entity, in epoch
     *     milliseconds; {@link Delivery#NEVER} if there is none
     */
    record BufferStock(long acquired, long unstored, long firstEnqueuedAt) {

        /** Nothing waits. */
        public static final BufferStock NONE = new BufferStock(0, 0, Delivery.NEVER);

        /** Both together. */
        public BufferStock plus(BufferStock other) {
            return new BufferStock(
                    acquired + other.acquired,
                    unstored + other.unstored,
                    Math.min(firstEnqueuedAt, other.firstEnqueuedAt));
        }
    }
}
