package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.Comparator;

/**
 * A place among the deliveries of one entity and priority, in retrieval order.
 *
 * @param position the delivery's position
 * @param id the delivery's id, which decides between equal positions
 */
public record Place(long position, long id) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
            Comparator.comparingLong(Place::position).thenComparingLong(Place::id);

    /** Where a delivery is. */
    public static Place of(Delivery delivery) {
        return new Place(delivery.position(), delivery.id());
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
