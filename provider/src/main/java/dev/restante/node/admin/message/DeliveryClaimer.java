package dev.restante.node.admin.message;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claimer that takes deliveries out of reach of consumers to move, replace or discard them for an administrator, one
 * page per transaction. The owner of a delivery decides how it is claimed:
 *
 * <ul>
 *   <li>An ownerless delivery is claimed by its fencing token.
 *   <li>A delivery that this node has prefetched is first removed from the prefetch buffer, so that no consumer
 *       receives it meanwhile.
 *   <li>A delivery that another node or a consumer has acquired is skipped.
 * </ul>
 */
public final class DeliveryClaimer {

    /**
     * Result of one page.
     *
     * @param claimedCount the number of claimed deliveries
     * @param missedIds the deliveries that another node or a consumer acquired first, or that this node is fetching
     */
    public record ClaimResult(long claimedCount, List<Long> missedIds) {}

    /** Function that creates the change for a claimed delivery with its current fencing token. */
    public interface ClaimChange extends Function<Delivery, Change> {}

    private final NodeServices node;
    private final GroupSettlement groupSettlement;

    public DeliveryClaimer(NodeServices node, GroupSettlement groupSettlement) {
        this.node = node;
        this.groupSettlement = groupSettlement;
    }

    /**
     * Claims as many deliveries of a page as possible.
     *
     * @param otherChanges the changes to make in the same transaction
     * @param arrivals the entities in which a change makes messages available
     * @param nextDueMillis the value of {@link ChangeSet#nextDueMillis()}
     */
    public ClaimResult claim(
            Entity entity,
            List<SelectorCandidate> page,
            ClaimChange claimChange,
            List<? extends Change> otherChanges,
            List<Long> arrivals,
            long nextDueMillis) {
        Map<Long, Delivery> owned = page.stream()
                .map(SelectorCandidate::delivery)
                .filter(delivery -> delivery.ref().owned())
                .collect(Collectors.toMap(Delivery::id, Function.identity()));
        List<PrefetchedMessage> prefetched = takePrefetched(entity, owned.keySet());
        Map<Long, Delivery> usable = new HashMap<>();
        prefetched.forEach(each -> usable.put(each.delivery().id(), each.delivery()));
        List<Change> changes = new ArrayList<>(page.size());
        List<Long> missedIds = new ArrayList<>();
        for (SelectorCandidate candidate : page) {
            Delivery delivery = candidate.delivery();
            Delivery current = delivery.ref().owned() ? usable.get(delivery.id()) : delivery;
            if (current == null) {
                missedIds.add(delivery.id());
            } else {
                changes.add(claimChange.apply(current));
            }
        }
        if (changes.isEmpty() && otherChanges.isEmpty()) {
            return new ClaimResult(0, missedIds);
        }
        int wanted = changes.size();
        changes.addAll(otherChanges);
        OperationOutcome outcome = node.committer()
                .commit(new ChangeSet(entity.id(), changes, MissedFencePolicy.SKIP_CHANGE, arrivals, nextDueMillis));
        if (outcome instanceof OperationOutcome.Applied applied) {
            missedIds.addAll(applied.skippedIds());
            if (page.stream().anyMatch(candidate -> candidate.delivery().groupId() != null)) {
                // A later message of a group may have waited for a claimed one.
                node.dispatchers().recheckStore(entity.id());
            }
            return new ClaimResult((long) wanted - applied.skippedIds().size(), missedIds);
        }
        node.prefetchReturner().returnToStore(prefetched, false);
        throw failure(outcome);
    }

    /**
     * Removes one delivery and makes other changes in one atomic operation.
     *
     * @param nextDueMillis the value of {@link ChangeSet#nextDueMillis()}
     * @return false if another node or a consumer has acquired the delivery
     */
    public boolean replace(Entity entity, Delivery delivery, List<? extends Change> otherChanges, long nextDueMillis) {
        List<PrefetchedMessage> prefetched =
                takePrefetched(entity, delivery.ref().owned() ? Set.of(delivery.id()) : Set.of());
        if (delivery.ref().owned() && prefetched.isEmpty()) {
            return false;
        }
        Delivery current = prefetched.isEmpty() ? delivery : prefetched.get(0).delivery();
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Discard(current.ref()));
        changes.addAll(otherChanges);
        OperationOutcome outcome = node.committer()
                .commit(new ChangeSet(
                        entity.id(), changes, MissedFencePolicy.FAIL_OPERATION, List.of(), nextDueMillis));
        if (outcome instanceof OperationOutcome.Applied) {
            if (delivery.groupId() != null) {
                // A later message of the group may have waited for the removed one.
                node.dispatchers().recheckStore(entity.id());
            }
            return true;
        }
        node.prefetchReturner().returnToStore(prefetched, false);
        if (outcome instanceof OperationOutcome.LockLost) {
            return false;
        }
        throw failure(outcome);
    }

    private List<PrefetchedMessage> takePrefetched(Entity entity, Set<Long> ids) {
        EntityDispatcher dispatcher = ids.isEmpty() ? null : node.dispatchers().find(entity.id());
        return dispatcher == null
                ? List.of()
                : dispatcher
                        .prefetched()
                        .removeIf(prefetched -> prefetched.hasRow()
                                && ids.contains(prefetched.delivery().id()));
    }

    /** Discards in-flight deliveries whose locks were broken. */
    long discard(Entity entity, List<InFlightDelivery> unlocked) {
        List<Change> changes = new ArrayList<>();
        for (InFlightDelivery delivery : unlocked) {
            if (delivery.hasRow()) {
                changes.add(new Change.Discard(delivery.delivery().ref()));
            }
        }
        long inMemory = (long) unlocked.size() - changes.size();
        try {
            return inMemory + discardOwned(entity, changes);
        } finally {
            unlocked.forEach(groupSettlement::onSettled);
        }
    }

    long discardOwnerless(Entity entity, List<Delivery> ownerless) {
        return discardOwned(
                entity,
                ownerless.stream()
                        .<Change>map(delivery -> new Change.Discard(delivery.ref()))
                        .toList());
    }

    /** Discards deliveries that were removed from the prefetch buffer. */
    long discardPrefetched(Entity entity, List<PrefetchedMessage> removed) {
        List<Change> changes = new ArrayList<>();
        for (PrefetchedMessage prefetched : removed) {
            if (prefetched.hasRow()) {
                changes.add(new Change.Discard(prefetched.delivery().ref()));
            }
        }
        return removed.size() - changes.size() + discardOwned(entity, changes);
    }

    private long discardOwned(Entity entity, List<Change> changes) {
        if (changes.isEmpty()) {
            return 0;
        }
        ChangeSet changeSet = ChangeSet.withoutArrivals(entity.id(), changes, MissedFencePolicy.SKIP_CHANGE);
        OperationOutcome outcome = node.committer().commit(changeSet);
        if (outcome instanceof OperationOutcome.Applied applied) {
            return (long) changes.size() - applied.skippedIds().size();
        }
        node.retryingCommitter().retryIfFailed(changeSet, outcome);
        throw failure(outcome);
    }

    private static BrokerException failure(OperationOutcome outcome) {
        @Nullable BrokerException refusal = BrokerExceptions.of(outcome);
        return refusal != null
                ? refusal
                : new BrokerException(BrokerErrorReason.STORE_FAILED, "Unexpected outcome: " + outcome);
    }
}
