package dev.restante.node.admin;

import dev.restante.api.Obstacle;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.StandingValues;
import dev.restante.node.rule.ObstacleFacts;
import dev.restante.node.rule.ObstacleFacts.Hands;
import dev.restante.node.rule.ObstacleRule;
import dev.restante.store.BufferStockRepository.BufferStock;
import dev.restante.store.Membership;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers what is known of a message, here and in the store, for the rule that tells why it is not delivered. */
final class Explaining {

    private final NodeContext context;
    private final Inspection inspection;
    private final GroupInspection groups;
    private final NodeStatistics statistics;

    Explaining(NodeContext context, Inspection inspection, GroupInspection groups, NodeStatistics statistics) {
        this.context = context;
        this.inspection = inspection;
        this.groups = groups;
        this.statistics = statistics;
    }

    /** What keeps a message; {@code inFlight} is counted of its entity. */
    List<Obstacle> explain(Entity named, long sequenceNumber, long inFlight) {
        Entity entity = context.registry().current(named);
        Optional<Delivery> found = context.store().inspector().find(entity.id(), List.of(sequenceNumber)).stream()
                .findFirst();
        if (found.isEmpty()) {
            return List.of(ObstacleRule.absent(sequenceNumber));
        }
        Delivery delivery = found.get();
        BufferStock elsewhere = statistics.elsewhere().getOrDefault(entity.id(), BufferStock.NONE);
        return ObstacleRule.of(new ObstacleFacts(
                entity,
                context.topicOf(entity),
                delivery,
                StandingValues.of(context.store(), List.of(delivery)).isEmpty(),
                context.time().certainMillis(),
                delivery.state() == DeliveryState.ACQUIRED ? holder(delivery, elsewhere) : null,
                delivery.groupId() == null ? null : groups.holders(entity, delivery),
                statistics.demand(entity, elsewhere, inFlight)));
    }

    private ObstacleFacts.Holder holder(Delivery delivery, BufferStock elsewhere) {
        Membership membership = context.store().membership();
        long owner = delivery.ref().owner();
        boolean here = owner == context.incarnation();
        Map<Long, String> names = membership.names();
        Optional<HeldDelivery> held = inspection.held(delivery.id());
        return new ObstacleFacts.Holder(
                names.getOrDefault(owner, "incarnation " + owner),
                here ? held.isPresent() ? Hands.APPLICATION : Hands.MEMORY : hands(elsewhere),
                !here && membership.dead().contains(owner),
                held.map(HeldDelivery::lockedUntilMillis).orElse(0L));
    }

    /** Where nothing waits in the memory of other nodes, what they have is in the hands of applications. */
    private static Hands hands(BufferStock elsewhere) {
        return elsewhere.acquired() == 0 ? Hands.APPLICATION : Hands.EITHER;
    }
}
