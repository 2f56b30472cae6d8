package dev.restante.model;

/**
 * The figures of an entity in an interval, as one node knows them.
 *
 * @param entityId above 0
 * @param sent messages that came in by this node
 * @param received deliveries that its receivers got
 * @param completed those that they completed
 * @param heldMillis for how long its receivers had deliveries of the entity in their hands, all together
 * @param depthBefore the messages in it when the node counted before; {@link #UNKNOWN} if it had not, or has not now
 * @param depth the messages in it at the end; {@link #UNKNOWN} if the node has not counted, or found it as before
 */
public record EntityFigures(
        long entityId, long sent, long received, long completed, long heldMillis, long depthBefore, long depth) {

    /** A depth that is not known. */
    public static final long UNKNOWN = -1;

    /** Figures of an entity of which nothing is known. */
    public static EntityFigures nothingOf(long entityId) {
        return new EntityFigures(entityId, 0, 0, 0, 0, UNKNOWN, UNKNOWN);
    }

    /** True if there is nothing to tell. */
    public boolean isNothing() {
        return equals(nothingOf(entityId));
    }

    /** These with the depth. */
    public EntityFigures withDepth(long before, long now) {
        return new EntityFigures(entityId, sent, received, completed, heldMillis, before, now);
    }

    /** How much went through. */
    public long through() {
        return sent + received + completed;
    }
}
