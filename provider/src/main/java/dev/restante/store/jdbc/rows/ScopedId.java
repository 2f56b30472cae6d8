package dev.restante.store.jdbc.rows;

/**
 * Id that is unique within an entity, such as a duplicate id, a message group id or an attempt id. Batches process
 * these ids in ascending order, so that batches of different nodes do not deadlock.
 */
public record ScopedId(long entityId, String id) implements Comparable<ScopedId> {

    @Override
    public int compareTo(ScopedId other) {
        int byEntity = Long.compare(entityId, other.entityId);
        return byEntity != 0 ? byEntity : id.compareTo(other.id);
    }
}
