package dev.restante.node.rule;

import dev.restante.api.Obstacle;
import dev.restante.api.Obstacle.Kind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.node.rule.ObstacleFacts.Group;
import dev.restante.node.rule.ObstacleFacts.Hands;
import dev.restante.node.rule.ObstacleFacts.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The rule for why a message is not delivered now: everything that keeps it, what is nearest to it first. Pure. */
public final class ObstacleRule {

    private final ObstacleFacts facts;
    private final List<Obstacle> obstacles = new ArrayList<>();

    private ObstacleRule(ObstacleFacts facts) {
        this.facts = facts;
    }

    /** The one of a message that is not there. */
    public static Obstacle absent(long sequenceNumber) {
        return new Obstacle(
                Kind.ABSENT,
                "There is no message " + sequenceNumber
                        + " here: it was received, moved or removed, or it is not persistent and in the memory of a node only.");
    }

    /** All that keep a message; none if it is its turn as soon as those before it are received. */
    public static List<Obstacle> of(ObstacleFacts facts) {
        ObstacleRule rule = new ObstacleRule(facts);
        rule.look();
        return List.copyOf(rule.obstacles);
    }

    private void look() {
        Holder holder = facts.holder();
        if (holder != null && holder.hands() == Hands.APPLICATION) {
            held(holder);
            return;
        }
        if (holder != null) {
            held(holder);
        }
        state();
        expired();
        if (facts.replaced()) {
            add(Kind.REPLACED, "A later message with its value has replaced it: nobody receives it any more.");
        }
        paused(facts.entity());
        Entity topic = facts.topic();
        if (topic != null) {
            paused(topic);
        }
        DestinationName target = facts.entity().options().forwardTo();
        if (target != null) {
            add(
                    Kind.FORWARDED,
                    "What arrives here is forwarded to '" + ShownText.of(target.name())
                            + "', and nobody receives from here.");
        }
        if (facts.delivery().state() == DeliveryState.AVAILABLE) {
            group();
            demand();
        }
    }

    private void add(Kind kind, String text) {
        obstacles.add(new Obstacle(kind, text));
    }

    private void held(Holder holder) {
        String node = ShownText.of(holder.node());
        if (holder.dead()) {
            add(Kind.LOCKED, "Node " + node + ", which had it, was declared dead: it is being released.");
            return;
        }
        switch (holder.hands()) {
            case APPLICATION -> add(Kind.LOCKED, "An application on node " + node + " has it" + until(holder) + ".");
            case MEMORY -> add(Kind.BUFFERED, "It waits in the memory of node " + node + " for a receiver there.");
            case EITHER ->
                add(
                        Kind.BUFFERED,
                        "Node " + node
                                + " has acquired it: an application there has it, or it waits in the node's memory.");
        }
    }

    private static String until(Holder holder) {
        long until = holder.lockedUntilMillis();
        return until == 0 || until == Delivery.NEVER ? "" : ", locked until " + time(until);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private void state() {
        Delivery delivery = facts.delivery();
        switch (delivery.state()) {
            case SCHEDULED -> {
                if (delivery.ref().isAsSent()) {
                    add(Kind.NOT_DUE, "It is scheduled for " + time(delivery.visibleAt()) + ".");
                } else {
                    add(
                            Kind.BACK_OFF,
                            "It was received " + delivery.deliveryCount() + " times and waits for its redelivery until "
                                    + time(delivery.visibleAt()) + ".");
                }
            }
            case REPEATING ->
                add(Kind.REPEATED, "Copies of it are sent, the next one at " + time(delivery.visibleAt()) + ".");
            case DEFERRED ->
                add(Kind.DEFERRED, "It is deferred: it is received by its number, or undeferred by an administrator.");
            case PREPARED_ENQUEUE, PREPARED_REPEATING ->
                add(Kind.PREPARED, "A prepared transaction has sent it: it is there once that is committed.");
            case PREPARED_SETTLE ->
                add(Kind.PREPARED, "A prepared transaction has received it: it is back if that is rolled back.");
            case AVAILABLE, ACQUIRED -> {}
        }
    }

    private void expired() {
        long deadline = ExpiryRule.deadline(facts.entity(), facts.delivery());
        if (deadline <= facts.nowMillis()) {
            add(Kind.EXPIRED, "It expired at " + time(deadline) + ", and nobody receives it any more.");
        }
    }

    private void paused(Entity entity) {
        if (!entity.options().status().receives()) {
            add(
                    Kind.PAUSED,
                    "'" + ShownText.of(entity.name()) + "' has the status "
                            + entity.options().status() + ": receivers wait until it is resumed.");
        }
    }

    private void group() {
        Group group = facts.group();
        if (group == null) {
            return;
        }
        String named = "Its message group '"
                + ShownText.of(String.valueOf(facts.delivery().groupId())) + "'";
        String keeper = group.keeper();
        String holder = group.holder();
        if (keeper != null) {
            add(Kind.GROUP, named + " belongs to a consumer on node " + ShownText.of(keeper) + ".");
        } else if (holder != null) {
            add(Kind.GROUP, named + " is on node " + ShownText.of(holder) + ", which has another message of it.");
        }
        if (group.blocked()) {
            add(
                    Kind.GROUP,
                    named
                            + " waits: a message before this one is in its redelivery back-off, or a prepared transaction has it.");
        }
    }

    private void demand() {
        long quota = facts.entity().options().maxInFlight();
        if (facts.demand().inFlight() >= quota) {
            add(
                    Kind.QUOTA,
                    "Applications have " + facts.demand().inFlight() + " messages, and may have " + quota
                            + " (maxInFlight): receivers wait until some are settled.");
        }
        if (!facts.demand().receivers()) {
            add(Kind.NO_RECEIVER, "No receiver is open on this node, and none waits on another one.");
        }
    }
}
