package dev.restante.node.lock;

/**
 * Counts of the deliveries of one entity that applications of a node have had.
 *
 * @param received how many deliveries were handed over
 * @param completed how many of them were completed
 * @param lost how many locks ran out, were broken, or were found to be somebody else's when it came to settling
 */
public record HoldCounts(long received, long completed, long lost) {

    static final HoldCounts NONE = new HoldCounts(0, 0, 0);
}
