package dev.restante.broker.view;

import org.jspecify.annotations.Nullable;

/**
 * A message group as it stands now.
 *
 * @param inFlight what applications of this node have, what another node has acquired, and what prepared branches have
 * @param kept whether somebody has accepted it, or it stays with a consumer
 * @param node the name of the node where it is kept, or that has something of it in flight; null if there is none
 * @param lockedUntilMillis when its lock ends unless renewed; 0 where this node knows of none, {@code Delivery.NEVER}
 *     if it does not end
 */
public record GroupFigures(
        String groupId,
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        boolean hasState,
        boolean kept,
        @Nullable String node,
        long lockedUntilMillis) {}
