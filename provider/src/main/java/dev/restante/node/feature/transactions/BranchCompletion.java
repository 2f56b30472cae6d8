package dev.restante.node.feature.transactions;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.BranchId;
import dev.restante.model.StoredBranch;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.groups.order.GroupReturn;
import dev.restante.node.settle.NodeDeliverySettler;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * Second phase of transaction branches: commits or rolls back prepared branches in the store and in this node's memory.
 * Thread-safe.
 */
public final class BranchCompletion {

    private final NodeServices node;
    private final NodeDeliverySettler settler;
    private final BranchChanges branchChanges;

    public BranchCompletion(NodeServices node, NodeDeliverySettler settler, BranchChanges branchChanges) {
        this.node = node;
        this.settler = settler;
        this.branchChanges = branchChanges;
    }

    /** Commits or rolls back a branch that this node prepared. */
    void complete(NodeUnitOfWork.PreparedUnit prepared, boolean commit) {
        StoredBranch branch = prepared.branch();
        Change.BranchChange branchChange =
                new Change.ForgetBranch(branch.id(), StoredBranch.StoredBranchState.PREPARED);
        if (commit) {
            long noticeAtMillis = node.context().nextDueMillis(prepared.commit().changes());
            execute(branch, BranchChanges.commit(branch, noticeAtMillis, branchChange));
            prepared.received().forEach(delivery -> node.locks().endSettling(delivery, true));
            branch.sentDeliveries().forEach(branchDelivery -> node.throughput().countSent(branchDelivery.entityId()));
            prepared.topicIds().forEach(node.throughput()::countSent);
        } else {
            rollback(prepared, branchChange);
        }
    }

    private void rollback(NodeUnitOfWork.PreparedUnit prepared, Change.BranchChange branchChange) {
        StoredBranch branch = prepared.branch();
        GroupReturn groupReturn = settler.groupSettlement().returnGroupsOf(prepared.received());
        try {
            execute(branch, BranchExceptions.callStore(() -> branchChanges.rollBack(branch, branchChange)));
        } finally {
            groupReturn.execute(node.retryingCommitter());
        }
        recheckStore(branch);
        forgetStored(prepared.received());
        List<InFlightDelivery> inMemory = inMemory(prepared.received());
        inMemory.forEach(node.locks()::resumeLock);
        settler.release(inMemory);
    }

    /** Commits or rolls back a branch that this node knows only from the store. */
    void complete(StoredBranch branch, boolean commit) {
        switch (branch.state()) {
            case PREPARED ->
                completeHeuristically(
                        branch, commit, new Change.ForgetBranch(branch.id(), StoredBranch.StoredBranchState.PREPARED));
            case HEURISTICALLY_COMMITTED ->
                throw new BranchException(
                        BranchErrorReason.HEURISTICALLY_COMMITTED,
                        "An administrator has committed transaction branch " + branch.xid());
            case HEURISTICALLY_ROLLED_BACK ->
                throw new BranchException(
                        BranchErrorReason.HEURISTICALLY_ROLLED_BACK,
                        "An administrator has rolled back transaction branch " + branch.xid());
        }
    }

    void completeHeuristically(StoredBranch branch, boolean commit, Change.BranchChange branchChange) {
        if (commit) {
            // The expiry sweeper finds out when the messages are due.
            execute(branch, BranchChanges.commit(branch, node.storeClock().storeMillis(), branchChange));
        } else {
            execute(branch, BranchExceptions.callStore(() -> branchChanges.rollBack(branch, branchChange)));
            recheckStore(branch);
        }
    }

    /** Removes the record of a branch that an administrator has decided. */
    void endLockUncounted(StoredBranch branch) {
        if (branch.state() == StoredBranch.StoredBranchState.PREPARED) {
            throw new BranchException(
                    BranchErrorReason.PROTOCOL_ERROR,
                    "Transaction branch " + branch.xid()
                            + " is prepared. Only a branch that an administrator has decided can be forgotten.");
        }
        Change.BranchChange branchChange = new Change.ForgetBranch(branch.id(), branch.state());
        execute(branch, ChangeSet.withoutArrivals(0, branchChange, MissedFencePolicy.SKIP_CHANGE));
    }

    private void execute(StoredBranch branch, ChangeSet changeSet) {
        OperationOutcome outcome = node.committer().commit(changeSet);
        if (outcome instanceof OperationOutcome.BranchStateChanged) {
            // Another thread or node decided the branch first. The store contains the decision unless the transaction
            // manager made it.
            StoredBranch now = find(branch.xid()).orElseThrow(() -> BranchExceptions.notFound(branch.xid()));
            if (now.state() == StoredBranch.StoredBranchState.PREPARED) {
                throw new BranchException(
                        BranchErrorReason.FAILED,
                        "Transaction branch " + branch.xid() + " was prepared again under the same id during the call");
            }
            complete(now, true);
        }
        StoreException failure = outcome.failure();
        if (failure != null) {
            throw BranchExceptions.unavailable(failure);
        }
    }

    Optional<StoredBranch> find(BranchId xid) {
        return BranchExceptions.callStore(() -> node.store().branches().find(xid));
    }

    /** Removes a branch from memory that this node prepared, but did not decide. */
    void endLockUncounted(NodeUnitOfWork.PreparedUnit prepared) {
        forgetStored(prepared.received());
        // Non-persistent messages are lost here, because they must not be delivered twice.
        inMemory(prepared.received()).forEach(this::endLockUncounted);
        recheckStore(prepared.branch());
    }

    private void forgetStored(List<InFlightDelivery> received) {
        received.stream().filter(InFlightDelivery::hasRow).forEach(this::endLockUncounted);
    }

    private void endLockUncounted(InFlightDelivery delivery) {
        node.locks().resumeLock(delivery);
        if (node.locks().beginSettling(delivery)) {
            node.locks().endSettling(delivery, true);
        }
    }

    private static List<InFlightDelivery> inMemory(List<InFlightDelivery> received) {
        return received.stream().filter(delivery -> !delivery.hasRow()).toList();
    }

    private void recheckStore(StoredBranch branch) {
        branch.receivedDeliveries().stream()
                .map(StoredBranch.BranchDelivery::entityId)
                .distinct()
                .forEach(node.dispatchers()::recheckStore);
    }
}
