package dev.restante.store.jdbc.rows;

/**
 * Pair of an entity and a text id that is unique within it, such as a duplicate id, message group id or attempt id.
 * Batches process these ids in ascending order, so that batches of different nodes do not deadlock.
 */
public record ScopedId(long entityId, String id) implements Comparable<ScopedId> {

    @Override
    public int compareTo(ScopedId other) {
        int byEntity = Long.compare(entityId, other.entityId);
        return byEntity != 0 ? byEntity : id.compareTo(other.id);
    }
}
