package dev.restante.node.admin;

import dev.restante.api.BlockingReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.admin.message.MessageInspector;
import dev.restante.node.core.NodeContext;
import dev.restante.node.feature.groups.GroupInspector;
import dev.restante.node.feature.lastvalues.CurrentValueFilter;
import dev.restante.node.rule.BlockingReasonFacts;
import dev.restante.node.rule.BlockingReasonFacts.HolderKind;
import dev.restante.node.rule.BlockingReasonRule;
import dev.restante.store.Membership;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finder of the reasons why a message is not delivered. It collects the facts for {@link BlockingReasonRule}. */
final class BlockingReasonFinder {

    private final NodeContext context;
    private final MessageInspector inspector;
    private final GroupInspector groupInspector;
    private final NodeStatisticsReader statistics;

    BlockingReasonFinder(
            NodeContext context,
            MessageInspector inspector,
            GroupInspector groupInspector,
            NodeStatisticsReader statistics) {
        this.context = context;
        this.inspector = inspector;
        this.groupInspector = groupInspector;
        this.statistics = statistics;
    }

    List<BlockingReason> explain(Entity requested, long sequenceNumber, long inFlight) {
        Entity entity = context.registry().current(requested);
        Optional<Delivery> found = context.store().inspector().byIds(entity.id(), List.of(sequenceNumber)).stream()
                .findFirst();
        if (found.isEmpty()) {
            return List.of(BlockingReasonRule.absent(sequenceNumber));
        }
        Delivery delivery = found.get();
        PrefetchCount elsewhere = statistics.onOtherNodes().getOrDefault(entity.id(), PrefetchCount.NONE);
        return BlockingReasonRule.of(new BlockingReasonFacts(
                entity,
                context.topicOf(entity),
                delivery,
                CurrentValueFilter.withoutReplaced(context.store(), List.of(delivery))
                        .isEmpty(),
                context.storeClock().confirmedMillis(),
                delivery.state() == DeliveryState.ACQUIRED ? ownerFacts(delivery, elsewhere) : null,
                delivery.groupId() == null ? null : groupInspector.groupFacts(entity, delivery),
                statistics.receiverFacts(entity, elsewhere, inFlight)));
    }

    private BlockingReasonFacts.OwnerFacts ownerFacts(Delivery delivery, PrefetchCount elsewhere) {
        Membership membership = context.store().membership();
        long owner = delivery.ref().owner();
        boolean here = owner == context.incarnation();
        Map<Long, String> names = membership.nodeNames();
        Optional<InFlightDelivery> deliveries = inspector.held(delivery.id());
        return new BlockingReasonFacts.OwnerFacts(
                names.getOrDefault(owner, "incarnation " + owner),
                here
                        ? deliveries.isPresent() ? HolderKind.APPLICATION : HolderKind.PREFETCH_BUFFER
                        : ownerKindElsewhere(elsewhere),
                !here && membership.deadIncarnations().contains(owner),
                deliveries.map(InFlightDelivery::lockedUntilMillis).orElse(0L));
    }

    /** Returns the kind of owner on other nodes, which is certain only if they have prefetched nothing. */
    private static HolderKind ownerKindElsewhere(PrefetchCount elsewhere) {
        return elsewhere.acquired() == 0 ? HolderKind.APPLICATION : HolderKind.UNKNOWN;
    }
}
