package dev.restante.node.rule;

import dev.restante.api.BlockingReason;
import dev.restante.api.BlockingReason.BlockingRule;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.rule.BlockingReasonFacts.GroupFacts;
import dev.restante.node.rule.BlockingReasonFacts.HolderKind;
import dev.restante.node.rule.BlockingReasonFacts.OwnerFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rule for the reasons why a message is not delivered now, the most direct reason first. */
public final class BlockingReasonRule {

    private final BlockingReasonFacts facts;
    private final List<BlockingReason> blockingReasons = new ArrayList<>();

    private BlockingReasonRule(BlockingReasonFacts facts) {
        this.facts = facts;
    }

    /** Returns the reason for a message that the store does not contain. */
    public static BlockingReason absent(long sequenceNumber) {
        return new BlockingReason(
                BlockingRule.NOT_FOUND,
                "Message " + sequenceNumber + " is not in this queue or subscription."
                        + " It was received, moved or deleted, or it is non-persistent and only in the memory of a"
                        + " node.");
    }

    /** Returns all reasons; an empty list means that the message is delivered after the earlier available messages. */
    public static List<BlockingReason> of(BlockingReasonFacts facts) {
        BlockingReasonRule rule = new BlockingReasonRule(facts);
        rule.collectReasons();
        return List.copyOf(rule.blockingReasons);
    }

    private void collectReasons() {
        OwnerFacts owner = facts.owner();
        if (owner != null && owner.holderKind() == HolderKind.APPLICATION) {
            addOwnerReason(owner);
            return;
        }
        if (owner != null) {
            addOwnerReason(owner);
        }
        state();
        expired();
        if (facts.replaced()) {
            add(
                    BlockingRule.REPLACED,
                    "A later message with the same last-value key has replaced it, so it is not delivered any more.");
        }
        paused(facts.entity());
        Entity topic = facts.topic();
        if (topic != null) {
            paused(topic);
        }
        DestinationName target = facts.entity().options().forwardTo();
        if (target != null) {
            add(
                    BlockingRule.FORWARDED,
                    "Messages are forwarded from here to '" + DisplayText.shorten(target.name())
                            + "', so no consumer can receive them here.");
        }
        if (facts.delivery().state() == DeliveryState.AVAILABLE) {
            group();
            addReceiverReasons();
        }
    }

    private void add(BlockingRule kind, String text) {
        blockingReasons.add(new BlockingReason(kind, text));
    }

    private void addOwnerReason(OwnerFacts owner) {
        String node = DisplayText.shorten(owner.node());
        if (owner.dead()) {
            add(
                    BlockingRule.LOCKED,
                    "Node " + node + ", which had locked it, was declared dead. The message is being released.");
            return;
        }
        switch (owner.holderKind()) {
            case APPLICATION ->
                add(BlockingRule.LOCKED, "An application on node " + node + " has locked it" + until(owner) + ".");
            case PREFETCH_BUFFER ->
                add(BlockingRule.PREFETCHED, "It is prefetched by node " + node + " for a consumer there.");
            case UNKNOWN ->
                add(
                        BlockingRule.PREFETCHED,
                        "Node " + node + " has acquired it. An application on that node has locked it,"
                                + " or the node has prefetched it.");
        }
    }

    private static String until(OwnerFacts owner) {
        long until = owner.lockedUntilMillis();
        return until == 0 || until == Delivery.NEVER ? "" : " until " + time(until);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private void state() {
        Delivery delivery = facts.delivery();
        switch (delivery.state()) {
            case SCHEDULED -> {
                if (delivery.ref().isUnchangedSinceSend()) {
                    add(BlockingRule.NOT_DUE, "It is scheduled for " + time(delivery.visibleAtMillis()) + ".");
                } else {
                    add(
                            BlockingRule.REDELIVERY_BACK_OFF,
                            "It was received " + delivery.deliveryCount() + " times and waits for its redelivery until "
                                    + time(delivery.visibleAtMillis()) + ".");
                }
            }
            case REPEATING ->
                add(
                        BlockingRule.REPEATING,
                        "Copies of it are sent. The next copy is due at " + time(delivery.visibleAtMillis()) + ".");
            case DEFERRED ->
                add(
                        BlockingRule.DEFERRED,
                        "It is deferred. A consumer receives it by its sequence number,"
                                + " or an administrator undefers it.");
            case PREPARED_ENQUEUE, PREPARED_REPEATING ->
                add(
                        BlockingRule.PREPARED,
                        "A prepared transaction has sent it. It becomes available when the transaction is committed.");
            case PREPARED_SETTLE ->
                add(
                        BlockingRule.PREPARED,
                        "A prepared transaction has received it."
                                + " It becomes available if the transaction is rolled back.");
            case AVAILABLE, ACQUIRED -> {}
        }
    }

    private void expired() {
        long expiryMillis = ExpiryRule.expiryOf(facts.entity(), facts.delivery());
        if (expiryMillis <= facts.nowMillis()) {
            add(BlockingRule.EXPIRED, "It expired at " + time(expiryMillis) + " and is not delivered any more.");
        }
    }

    private void paused(Entity entity) {
        if (!entity.options().status().allowsReceive()) {
            add(
                    BlockingRule.PAUSED,
                    "'" + DisplayText.shorten(entity.name()) + "' has the status "
                            + entity.options().status() + ". Consumers wait until an administrator resumes it.");
        }
    }

    private void group() {
        GroupFacts group = facts.group();
        if (group == null) {
            return;
        }
        String named = "Its message group '"
                + DisplayText.shorten(String.valueOf(facts.delivery().groupId())) + "'";
        String keeper = group.assignedNode();
        String holder = group.holder();
        if (keeper != null) {
            add(
                    BlockingRule.GROUP_LOCKED,
                    named + " is locked by or assigned to a consumer on node " + DisplayText.shorten(keeper) + ".");
        } else if (holder != null) {
            add(
                    BlockingRule.GROUP_LOCKED,
                    named + " is held by node " + DisplayText.shorten(holder)
                            + ", which has another message of the group.");
        }
        if (group.blocked()) {
            add(
                    BlockingRule.GROUP_LOCKED,
                    named + " waits because an earlier message is in its redelivery back-off or was received by a"
                            + " prepared transaction.");
        }
    }

    private void addReceiverReasons() {
        long limit = facts.entity().options().maxInFlight();
        if (facts.receivers().inFlight() >= limit) {
            add(
                    BlockingRule.IN_FLIGHT_LIMIT,
                    facts.receivers().inFlight() + " messages are in flight, and maxInFlight is " + limit
                            + ". Consumers wait until some messages are settled.");
        }
        if (!facts.receivers().receivers()) {
            add(BlockingRule.NO_CONSUMER, "No consumer is open on this node, and no consumer waits on another node.");
        }
    }
}
