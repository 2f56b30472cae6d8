package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of an acquire request.
 *
 * @param deliveries in retrieval order
 * @param exhausted whether nothing more was available in the range of the request than these and what belongs to the
 *     groups that were left out
 * @param blockedGroups all groups of which nothing may be received now, what is available of them was left out: because
 *     the delivery at their head waits for its redelivery, or because other nodes have them (VIS-07). Null where
 *     nothing that was looked at has a group, and so nobody has looked for them
 */
public record Acquired(List<Delivery> deliveries, boolean exhausted, @Nullable Set<String> blockedGroups) {

    /** Nothing, because the request failed. */
    public static final Acquired NOTHING = new Acquired(List.of(), false, null);

    public Acquired {
        deliveries = List.copyOf(deliveries);
        blockedGroups = blockedGroups == null ? null : Set.copyOf(blockedGroups);
    }
}
