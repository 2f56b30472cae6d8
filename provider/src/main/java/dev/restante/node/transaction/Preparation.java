package dev.restante.node.transaction;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The first phase of a distributed commit: turns the work of a commit into that which prepares it. What would be stored
 * is stored out of sight, what would be removed is kept from everybody else, and both belong to the branch. Made for
 * one unit of work; it can be applied again where that has to be made anew.
 */
final class Preparation implements UnaryOperator<Work> {

    private final NodeContext context;
    private final BranchId xid;
    private final Map<Long, Delivery> received = new HashMap<>();
    private @Nullable Work whole;
    private @Nullable Branch branch;

    Preparation(NodeContext context, BranchId xid, Collection<HeldDelivery> received) {
        this.context = context;
        this.xid = xid;
        received.forEach(held -> this.received.put(held.sequenceNumber(), held.delivery()));
    }

    @Override
    public Work apply(Work commit) {
        whole = commit;
        long id = context.ids().next();
        List<Change> changes = new ArrayList<>(commit.changes().size() + 1);
        List<Branch.Part> sent = new ArrayList<>();
        List<Branch.Part> settled = new ArrayList<>();
        List<Branch.DuplicateId> duplicateIds = new ArrayList<>();
        for (Change change : commit.changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                List<Delivery> deliveries = enqueue.deliveries().stream()
                        .map(delivery -> delivery.preparedBy(id))
                        .toList();
                deliveries.forEach(delivery -> sent.add(part(delivery)));
                changes.add(new Change.Enqueue(enqueue.message(), deliveries));
            } else if (change instanceof Change.Complete complete) {
                Delivery delivery = requireNonNull(received.get(complete.ref().id()), "received");
                settled.add(new Branch.Part(
                        complete.ref().preparedBy(id), delivery.entityId(), delivery.groupId() != null));
                changes.add(new Change.Reserve(complete.ref(), id));
            } else if (change instanceof Change.Once once) {
                duplicateIds.add(new Branch.DuplicateId(once.entityId(), once.duplicateId(), once.keptUntil()));
                changes.add(once);
            } else if (change instanceof Change.SameSubscriptions) {
                changes.add(change);
            } else {
                throw new IllegalStateException("a branch can't be prepared with " + change);
            }
        }
        Branch prepared = new Branch(
                id,
                xid,
                Branch.State.PREPARED,
                context.incarnation(),
                context.time().millis(),
                sent,
                settled,
                duplicateIds);
        branch = prepared;
        changes.add(new Change.PrepareBranch(prepared));
        return new Work(commit.entityId(), changes, Operation.Misses.FAIL, List.of(), false, Delivery.NEVER);
    }

    /** What is scheduled replaces nothing when it is published, but when it is due. */
    private static Branch.Part part(Delivery delivery) {
        DeliveryRef ref = delivery.visibleAt() > 0 ? delivery.ref().valued(null) : delivery.ref();
        return new Branch.Part(ref, delivery.entityId(), delivery.groupId() != null);
    }

    /** What was prepared by the last application. */
    Branch branch() {
        return requireNonNull(branch, "branch");
    }

    /** What was prepared by the last application, as it would have been without. */
    Work commit() {
        return requireNonNull(whole, "whole");
    }
}
