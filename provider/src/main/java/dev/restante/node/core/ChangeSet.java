package dev.restante.node.core;

import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * List of changes that commit together, with the information that the node needs about them.
 *
 * @param entityId entity that determines the commit pipeline
 * @param changes changes that take effect together or not at all
 * @param missedFencePolicy reaction to a change whose fencing token does not match
 * @param arrivalEntityIds distinct entities in which a change other than {@code Enqueue} makes a delivery available
 * @param directDeliveryAllowed true if enqueued deliveries may become direct deliveries
 * @param nextDueMillis earliest instant at which a stored delivery becomes due, {@link Delivery#NEVER} for none
 * @param behindPrefetched true if released deliveries belong behind all prefetched ones, so that no fetch for the front
 *     is needed
 * @param previouslyStored true if all enqueued deliveries were in the store before, so that their ids are unique even
 *     if an earlier incarnation created them
 */
public record ChangeSet(
        long entityId,
        List<? extends Change> changes,
        MissedFencePolicy missedFencePolicy,
        List<Long> arrivalEntityIds,
        boolean directDeliveryAllowed,
        long nextDueMillis,
        boolean behindPrefetched,
        boolean previouslyStored) {

    /** Creates a change set without direct deliveries, neither behind the prefetched ones nor previously stored. */
    public ChangeSet(
            long entityId,
            List<? extends Change> changes,
            MissedFencePolicy missedFencePolicy,
            List<Long> arrivalEntityIds,
            long nextDueMillis) {
        this(entityId, changes, missedFencePolicy, arrivalEntityIds, false, nextDueMillis, false, false);
    }

    /** Returns this change set with {@link #behindPrefetched} set. */
    public ChangeSet asBehindPrefetched() {
        return new ChangeSet(
                entityId,
                changes,
                missedFencePolicy,
                arrivalEntityIds,
                directDeliveryAllowed,
                nextDueMillis,
                true,
                previouslyStored);
    }

    /** Returns this change set with {@link #previouslyStored} set. */
    public ChangeSet asPreviouslyStored() {
        return new ChangeSet(
                entityId,
                changes,
                missedFencePolicy,
                arrivalEntityIds,
                directDeliveryAllowed,
                nextDueMillis,
                behindPrefetched,
                true);
    }

    /** Returns the change set of a send or of a transaction with sends, which fails as a whole. */
    public static ChangeSet ofSend(long entityId, List<? extends Change> changes, long nextDueMillis) {
        return new ChangeSet(
                entityId, changes, MissedFencePolicy.FAIL_OPERATION, List.of(), true, nextDueMillis, false, false);
    }

    public static ChangeSet of(PreparedSend send) {
        return ofSend(send.target().id(), send.changes(), ExpiryRule.nextDueMillis(send.target(), send.delivery()));
    }

    /** Returns a change set with one change that makes no delivery available. */
    public static ChangeSet withoutArrivals(long entityId, Change change, MissedFencePolicy missedFencePolicy) {
        return withoutArrivals(entityId, List.of(change), missedFencePolicy);
    }

    /** Returns a change set whose changes make no delivery available. */
    public static ChangeSet withoutArrivals(
            long entityId, List<? extends Change> changes, MissedFencePolicy missedFencePolicy) {
        return new ChangeSet(entityId, changes, missedFencePolicy, List.of(), Delivery.NEVER);
    }

    /** Merges change sets that skip missed changes into one for each entity, so that a sweep needs few operations. */
    public static List<ChangeSet> mergedByEntity(List<ChangeSet> changeSets) {
        Map<Long, List<ChangeSet>> byEntity = new LinkedHashMap<>();
        for (ChangeSet changeSet : changeSets) {
            byEntity.computeIfAbsent(changeSet.entityId, id -> new ArrayList<>())
                    .add(changeSet);
        }
        return byEntity.entrySet().stream()
                .map(entry -> merged(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns one change set for each change, so that a change that fails does not prevent the other changes. */
    public List<ChangeSet> splitByChange() {
        return changes.stream()
                .map(change -> new ChangeSet(
                        entityId,
                        List.of(change),
                        missedFencePolicy,
                        arrivalEntityIds,
                        directDeliveryAllowed,
                        nextDueMillis,
                        behindPrefetched,
                        previouslyStored))
                .toList();
    }

    private static ChangeSet merged(long entityId, List<ChangeSet> changeSets) {
        List<Change> changes = new ArrayList<>(changeSets.size());
        Set<Long> arrivalEntityIds = new LinkedHashSet<>();
        long nextDueMillis = Delivery.NEVER;
        for (ChangeSet changeSet : changeSets) {
            changes.addAll(changeSet.changes);
            arrivalEntityIds.addAll(changeSet.arrivalEntityIds);
            nextDueMillis = Math.min(nextDueMillis, changeSet.nextDueMillis);
        }
        return new ChangeSet(
                entityId, changes, MissedFencePolicy.SKIP_CHANGE, List.copyOf(arrivalEntityIds), nextDueMillis);
    }
}
