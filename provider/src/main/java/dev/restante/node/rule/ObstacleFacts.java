package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a message that is not delivered.
 *
 * @param entity where it is
 * @param topic that of a subscription; null for what has none
 * @param replaced whether a later value has replaced it
 * @param nowMillis store time
 * @param holder who has acquired it; null if nobody has
 * @param group its message group; null for none
 * @param demand what receivers of the entity do
 */
public record ObstacleFacts(
        Entity entity,
        @Nullable Entity topic,
        Delivery delivery,
        boolean replaced,
        long nowMillis,
        @Nullable Holder holder,
        @Nullable Group group,
        Demand demand) {

    /**
     * The node that has acquired a message.
     *
     * @param node its name
     * @param hands whether an application has it, as far as this node knows
     * @param dead whether the node was declared dead
     * @param lockedUntilMillis when the lock ends; 0 or {@link Delivery#NEVER} where that is not known, or it does not
     */
    public record Holder(String node, Hands hands, boolean dead, long lockedUntilMillis) {}

    /** The hands in which an acquired message is. */
    public enum Hands {
        /** An application has it. */
        APPLICATION,
        /** It waits in memory for a receiver. */
        MEMORY,
        /** The one or the other, which only its node knows. */
        EITHER
    }

    /**
     * A message group.
     *
     * @param keeper the name of the node where somebody has accepted it or keeps it; null if nobody does
     * @param holder the name of the node that has acquired another message of it; null if none has
     * @param blocked whether a message before this one waits for its redelivery, or a prepared branch has it
     */
    public record Group(@Nullable String keeper, @Nullable String holder, boolean blocked) {}

    /**
     * What receivers of an entity do.
     *
     * @param inFlight how many messages applications have, on all nodes
     * @param receivers whether there are receivers, as far as this node knows
     */
    public record Demand(long inFlight, boolean receivers) {}
}
