package dev.restante.node.feature.transactions;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredBranch;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Builder of the change sets that commit or roll back a prepared branch. It needs only stored data, so that any node
 * can complete a branch.
 */
public final class BranchChanges {

    private final NodeServices node;

    public BranchChanges(NodeServices node) {
        this.node = node;
    }

    /**
     * Returns the changes that make sent messages available and remove received messages.
     *
     * @param nextDueMillis see {@link ChangeSet}
     * @param end the change of the branch itself
     */
    static ChangeSet commit(StoredBranch branch, long nextDueMillis, Change.BranchChange end) {
        List<Change> changes = new ArrayList<>(
                branch.sentDeliveries().size() + branch.receivedDeliveries().size() + 1);
        Set<Long> arrivals = new LinkedHashSet<>();
        for (StoredBranch.BranchDelivery branchDelivery : branch.sentDeliveries()) {
            changes.add(new Change.CommitPreparedSend(branchDelivery.ref(), branchDelivery.entityId()));
            arrivals.add(branchDelivery.entityId());
        }
        for (StoredBranch.BranchDelivery branchDelivery : branch.receivedDeliveries()) {
            changes.add(new Change.Complete(branchDelivery.ref()));
            if (branchDelivery.grouped()) {
                // Other receivers may wait for the next messages of the group.
                arrivals.add(branchDelivery.entityId());
            }
        }
        changes.add(end);
        // An administrator may have purged deliveries of the branch.
        return new ChangeSet(
                entityOf(branch), changes, MissedFencePolicy.SKIP_CHANGE, List.copyOf(arrivals), nextDueMillis);
    }

    /**
     * Reads the store and returns the changes that remove sent messages and release received messages, whose delivery
     * counts rise. A release may lead to a dead letter at the delivery limit or the expiry time.
     */
    ChangeSet rollBack(StoredBranch branch, Change.BranchChange end) {
        List<Change> changes = new ArrayList<>();
        Set<Long> arrivals = new LinkedHashSet<>();
        long nextDueMillis = Delivery.NEVER;
        branch.sentDeliveries().forEach(branchDelivery -> changes.add(new Change.Discard(branchDelivery.ref())));
        branch.duplicateIds().forEach(id -> changes.add(new Change.RemoveDuplicateId(id)));
        for (ChangeSet changeSet : dispositionChanges(branch)) {
            changes.addAll(changeSet.changes());
            arrivals.addAll(changeSet.arrivalEntityIds());
            nextDueMillis = Math.min(nextDueMillis, changeSet.nextDueMillis());
        }
        changes.add(end);
        return new ChangeSet(
                entityOf(branch), changes, MissedFencePolicy.SKIP_CHANGE, List.copyOf(arrivals), nextDueMillis);
    }

    private List<ChangeSet> dispositionChanges(StoredBranch branch) {
        Map<Long, Set<Long>> byEntity = new LinkedHashMap<>();
        for (StoredBranch.BranchDelivery branchDelivery : branch.receivedDeliveries()) {
            byEntity.computeIfAbsent(branchDelivery.entityId(), id -> new TreeSet<>())
                    .add(branchDelivery.ref().id());
        }
        List<ChangeSet> changeSets = new ArrayList<>();
        byEntity.forEach((entityId, ids) -> node.registry().cached(entityId).ifPresent(entity -> found(entityId, ids)
                .filter(delivery -> delivery.ref().owner() == branch.id())
                .forEach(delivery -> changeSets.add(released(entity, delivery)))));
        return changeSets;
    }

    private Stream<Delivery> found(long entityId, Collection<Long> ids) {
        return node.store().inspector().byIds(entityId, ids).stream();
    }

    private ChangeSet released(Entity entity, Delivery delivery) {
        // The store counted the attempt of a suspect delivery before the application received it.
        int count = delivery.redeliverySuspected() ? delivery.deliveryCount() : delivery.incrementedDeliveryCount();
        DeliveryDisposition disposition = DeliveryDisposition.of(
                entity,
                delivery,
                count,
                true,
                entity.options()
                        .redeliveryBackOff()
                        .delayMillis(count, ThreadLocalRandom.current().nextDouble()),
                node.storeClock().confirmedMillis());
        return node.dispositionChanges().forRow(entity, delivery, disposition, null);
    }

    /** Returns one of the entities, which selects the pipeline. */
    private static long entityOf(StoredBranch branch) {
        return Stream.concat(branch.sentDeliveries().stream(), branch.receivedDeliveries().stream())
                .mapToLong(StoredBranch.BranchDelivery::entityId)
                .findFirst()
                .orElse(0);
    }
}
