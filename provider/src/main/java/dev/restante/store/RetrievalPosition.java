package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.Comparator;

/**
 * Position of a delivery in the retrieval order of one entity and priority.
 *
 * @param id id of the delivery, which orders deliveries with equal positions
 */
public record RetrievalPosition(long position, long id) implements Comparable<RetrievalPosition> {

    private static final Comparator<RetrievalPosition> ORDER =
            Comparator.comparingLong(RetrievalPosition::position).thenComparingLong(RetrievalPosition::id);

    public static RetrievalPosition of(Delivery delivery) {
        return new RetrievalPosition(delivery.position(), delivery.id());
    }

    /** Returns the position immediately before this one. */
    public RetrievalPosition before() {
        return new RetrievalPosition(position, id - 1);
    }

    public static RetrievalPosition earlier(RetrievalPosition one, RetrievalPosition other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    @Override
    public int compareTo(RetrievalPosition other) {
        return ORDER.compare(this, other);
    }
}
