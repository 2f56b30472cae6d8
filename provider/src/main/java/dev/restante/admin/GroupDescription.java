package dev.restante.admin;

import dev.restante.broker.view.GroupFigures;
import dev.restante.model.Delivery;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message group as it stands now (GRP-08).
 *
 * @param id its {@code JMSXGroupID}
 * @param available how many messages of it wait for a receiver, or for the one before to be settled
 * @param inFlight how many applications have; of another node also those that it has in memory for them
 * @param scheduled how many are scheduled, or wait in their redelivery back-off
 * @param deferred how many are deferred
 * @param hasState whether it has a state (GRP-03)
 * @param kept whether somebody has accepted it (GRP-04), or it stays with a consumer (GRP-06)
 * @param node the name of the node where it is kept, or else of that which has something of it in flight; null if there
 *     is none
 * @param lockedUntil when the lock of whoever has accepted it ends unless renewed; null where this node does not know
 *     of a lock, or it does not end
 */
public record GroupDescription(
        String id,
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        boolean hasState,
        boolean kept,
        @Nullable String node,
        @Nullable Instant lockedUntil) {

    static GroupDescription of(GroupFigures figures) {
        long lockedUntilMillis = figures.lockedUntilMillis();
        return new GroupDescription(
                figures.groupId(),
                figures.available(),
                figures.inFlight(),
                figures.scheduled(),
                figures.deferred(),
                figures.hasState(),
                figures.kept(),
                figures.node(),
                lockedUntilMillis == 0 || lockedUntilMillis == Delivery.NEVER
                        ? null
                        : Instant.ofEpochMilli(lockedUntilMillis));
    }
}
