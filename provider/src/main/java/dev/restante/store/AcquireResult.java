package dev.restante.store;

import dev.restante.model.Delivery;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of an acquire request: the deliveries that the node now owns, whether the range is exhausted, and the blocked
 * groups.
 *
 * @param deliveries deliveries in retrieval order
 * @param exhausted true if the requested range has no further available deliveries, except those of excluded and
 *     blocked groups
 * @param blockedGroups groups from which no message may be received and whose available deliveries were skipped
 *     (VIS-07). Their first delivery waits for redelivery, or another node holds them. Null if no delivery in the range
 *     has a group, because the store then does not determine the blocked groups
 */
public record AcquireResult(List<Delivery> deliveries, boolean exhausted, @Nullable Set<String> blockedGroups) {

    /** Result without deliveries, used for a failed request. */
    public static final AcquireResult EMPTY = new AcquireResult(List.of(), false, null);

    public AcquireResult {
        deliveries = List.copyOf(deliveries);
        blockedGroups = blockedGroups == null ? null : Set.copyOf(blockedGroups);
    }
}
