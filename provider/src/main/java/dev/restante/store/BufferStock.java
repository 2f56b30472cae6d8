package dev.restante.store;

import dev.restante.model.Delivery;

/**
 * The stock of an entity that waits in the memory of nodes for receivers, and that no application has.
 *
 * @param acquired how many deliveries the store shows as acquired by these nodes
 * @param unstored how many the store does not know
 * @param firstEnqueuedAt since when the first of them in retrieval order has been in the entity, in epoch milliseconds;
 *     {@link Delivery#NEVER} if there is none
 */
public record BufferStock(long acquired, long unstored, long firstEnqueuedAt) {

    /** Nothing waits. */
    public static final BufferStock NONE = new BufferStock(0, 0, Delivery.NEVER);

    /** Both together. */
    public BufferStock plus(BufferStock other) {
        return new BufferStock(
                acquired + other.acquired, unstored + other.unstored, Math.min(firstEnqueuedAt, other.firstEnqueuedAt));
    }
}
