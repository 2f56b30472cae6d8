package dev.restante.store.jdbc.rows;

/**
 * An id that is unique within an entity: of a duplicate, a group, a receive attempt. Batches handle these in their
 * order, so that those of different nodes don't wait for each other in a circle.
 */
public record ScopedId(long entityId, String id) implements Comparable<ScopedId> {

    @Override
    public int compareTo(ScopedId other) {
        int byEntity = Long.compare(entityId, other.entityId);
        return byEntity != 0 ? byEntity : id.compareTo(other.id);
    }
}
