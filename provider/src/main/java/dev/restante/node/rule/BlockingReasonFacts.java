package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a message that decide why it is not delivered now.
 *
 * @param topic the topic of a subscription, or null for a queue
 * @param replaced true if a newer message with the same last-value key has replaced the message
 * @param owner the node that has acquired the message, or null if the message is not acquired
 */
public record BlockingReasonFacts(
        Entity entity,
        @Nullable Entity topic,
        Delivery delivery,
        boolean replaced,
        long nowMillis,
        @Nullable OwnerFacts owner,
        @Nullable GroupFacts group,
        ReceiverFacts receivers) {

    /**
     * Node that has acquired a message.
     *
     * @param lockedUntilMillis the end of the lock; 0 if unknown, {@link Delivery#NEVER} if the lock does not end
     */
    public record OwnerFacts(String node, HolderKind holderKind, boolean dead, long lockedUntilMillis) {}

    /** Location of an acquired message on its node. */
    public enum HolderKind {
        /** Received by an application and not yet settled. */
        APPLICATION,
        /** Prefetched, but not yet received by an application. */
        PREFETCH_BUFFER,
        /** Either in an application or in the prefetch buffer; only the owning node knows which. */
        UNKNOWN
    }

    /**
     * Message group of the message.
     *
     * @param assignedNode the name of the node that has the group assigned to a consumer, or null if the group is not
     *     assigned
     * @param holder the name of the node that has acquired another message of the group, or null
     * @param blocked true if an earlier message of the group waits for redelivery or belongs to a prepared branch
     */
    public record GroupFacts(@Nullable String assignedNode, @Nullable String holder, boolean blocked) {}

    /**
     * Demand of the receivers of an entity.
     *
     * @param inFlight the number of in-flight messages on all nodes
     * @param receivers true if this node knows of a receiver on any node
     */
    public record ReceiverFacts(long inFlight, boolean receivers) {}
}
