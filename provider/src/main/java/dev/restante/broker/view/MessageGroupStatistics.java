package dev.restante.broker.view;

import org.jspecify.annotations.Nullable;

/**
 * Message counts, holder and lock of one message group.
 *
 * @param inFlight the messages that applications of this node have received, another node has acquired or prepared
 *     branches own
 * @param assigned true if a session has accepted the group or the group is sticky to a consumer
 * @param holderNode the name of the node to which the group is assigned or that has its messages in flight, or null
 * @param lockedUntilMillis the end of the group lock in epoch milliseconds; 0 if this node has no such lock,
 *     {@code Delivery.NEVER} if the lock does not end
 */
public record MessageGroupStatistics(
        String groupId,
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        boolean hasState,
        boolean assigned,
        @Nullable String holderNode,
        long lockedUntilMillis) {}
