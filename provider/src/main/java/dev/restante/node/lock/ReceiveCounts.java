package dev.restante.node.lock;

/**
 * Counts of an entity's deliveries that applications of this node received, completed, or lost the lock of.
 *
 * @param lost the number of locks that expired, were broken, or were found lost at a settlement
 */
public record ReceiveCounts(long received, long completed, long lost) {

    static final ReceiveCounts NONE = new ReceiveCounts(0, 0, 0);
}
