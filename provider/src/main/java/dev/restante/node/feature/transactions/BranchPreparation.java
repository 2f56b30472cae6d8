package dev.restante.node.feature.transactions;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.BranchId;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.StoredBranch;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of a unit of work's change set into the change set that prepares it as a branch.
 *
 * <p>The branch owns the prepared sends and settlements, which no consumer can receive. Each retry of the unit of work
 * applies the conversion again.
 */
final class BranchPreparation implements UnaryOperator<ChangeSet> {

    private final NodeContext context;
    private final BranchId xid;
    private final Map<Long, Delivery> received = new HashMap<>();
    private @Nullable ChangeSet commitChanges;
    private @Nullable StoredBranch branch;

    BranchPreparation(NodeContext context, BranchId xid, Collection<InFlightDelivery> received) {
        this.context = context;
        this.xid = xid;
        received.forEach(delivery -> this.received.put(delivery.sequenceNumber(), delivery.delivery()));
    }

    @Override
    public ChangeSet apply(ChangeSet commit) {
        commitChanges = commit;
        long id = context.ids().next();
        List<Change> changes = new ArrayList<>(commit.changes().size() + 1);
        List<StoredBranch.BranchDelivery> sentDeliveries = new ArrayList<>();
        List<StoredBranch.BranchDelivery> settled = new ArrayList<>();
        List<StoredBranch.BranchDuplicateId> duplicateIds = new ArrayList<>();
        for (Change change : commit.changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                List<Delivery> deliveries = enqueue.deliveries().stream()
                        .map(delivery -> delivery.preparedBy(id))
                        .toList();
                deliveries.forEach(delivery -> sentDeliveries.add(part(delivery)));
                changes.add(new Change.Enqueue(enqueue.message(), deliveries));
            } else if (change instanceof Change.Complete complete) {
                Delivery delivery = requireNonNull(received.get(complete.ref().id()), "received");
                settled.add(new StoredBranch.BranchDelivery(
                        complete.ref().preparedBy(id), delivery.entityId(), delivery.groupId() != null));
                changes.add(new Change.PrepareSettlement(complete.ref(), id));
            } else if (change instanceof Change.RecordDuplicateId duplicateIdCheck) {
                duplicateIds.add(new StoredBranch.BranchDuplicateId(
                        duplicateIdCheck.entityId(),
                        duplicateIdCheck.duplicateId(),
                        duplicateIdCheck.keptUntilMillis()));
                changes.add(duplicateIdCheck);
            } else if (change instanceof Change.UnchangedSubscriptions) {
                changes.add(change);
            } else {
                throw new IllegalStateException("A branch cannot be prepared with the change " + change);
            }
        }
        StoredBranch prepared = new StoredBranch(
                id,
                xid,
                StoredBranch.StoredBranchState.PREPARED,
                context.incarnation(),
                context.storeClock().storeMillis(),
                sentDeliveries,
                settled,
                duplicateIds);
        branch = prepared;
        changes.add(new Change.PrepareBranch(prepared));
        return ChangeSet.withoutArrivals(commit.entityId(), changes, MissedFencePolicy.FAIL_OPERATION);
    }

    /** Returns a prepared delivery. A scheduled value replaces its predecessor only when it is due. */
    private static StoredBranch.BranchDelivery part(Delivery delivery) {
        DeliveryRef ref = delivery.visibleAtMillis() > 0 ? delivery.ref().withValueKey(null) : delivery.ref();
        return new StoredBranch.BranchDelivery(ref, delivery.entityId(), delivery.groupId() != null);
    }

    /** Returns the branch that the last call of {@link #apply} prepared. */
    StoredBranch branch() {
        return requireNonNull(branch, "branch");
    }

    /** Returns the argument of the last call of {@link #apply}. */
    ChangeSet commitChanges() {
        return requireNonNull(commitChanges, "commitChanges");
    }
}
