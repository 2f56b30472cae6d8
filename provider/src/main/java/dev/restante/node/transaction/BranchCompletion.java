package dev.restante.node.transaction;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.model.Delivery;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.GroupDeparture;
import dev.restante.node.settle.NodeSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Optional;

/** Decides prepared branches: in the store, and in the memory of the node that prepared them. Thread-safe. */
public final class BranchCompletion {

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final PendingReturns pending;
    private final Traffic traffic;
    private final NodeSettlement settlement;
    private final BranchWorks works;

    public BranchCompletion(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            LockTable locks,
            PendingReturns pending,
            Traffic traffic,
            NodeSettlement settlement,
            BranchWorks works) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.pending = pending;
        this.traffic = traffic;
        this.settlement = settlement;
        this.works = works;
    }

    /** Decides a branch that this node has prepared. */
    void complete(NodeUnitOfWork.Prepared prepared, boolean commit) {
        Branch branch = prepared.branch();
        Change.OfBranch end = new Change.ForgetBranch(branch.id(), Branch.State.PREPARED);
        if (commit) {
            long noticeAtMillis = context.noticeAt(prepared.commit().changes());
            execute(branch, BranchWorks.committed(branch, noticeAtMillis, end));
            prepared.received().forEach(held -> locks.endSettling(held, true));
            branch.sent().forEach(part -> traffic.sent(part.entityId()));
            prepared.topicIds().forEach(traffic::sent);
        } else {
            rollback(prepared, end);
        }
    }

    private void rollback(NodeUnitOfWork.Prepared prepared, Change.OfBranch end) {
        Branch branch = prepared.branch();
        GroupDeparture departure = settlement.groups().depart(prepared.received());
        try {
            execute(branch, BranchRefusals.guarded(() -> works.rolledBack(branch, end)));
        } finally {
            departure.carryOut(pending);
        }
        lookAgain(branch);
        forgetStored(prepared.received());
        List<HeldDelivery> unstored = unstored(prepared.received());
        unstored.forEach(locks::resumeLock);
        settlement.release(unstored);
    }

    /** Decides a branch of which the store is all that is known. */
    void complete(Branch branch, boolean commit) {
        switch (branch.state()) {
            case PREPARED -> decide(branch, commit, new Change.ForgetBranch(branch.id(), Branch.State.PREPARED));
            case HEURISTICALLY_COMMITTED ->
                throw new BranchException(
                        Reason.HEURISTICALLY_COMMITTED,
                        "An administrator has committed transaction branch " + branch.xid());
            case HEURISTICALLY_ROLLED_BACK ->
                throw new BranchException(
                        Reason.HEURISTICALLY_ROLLED_BACK,
                        "An administrator has rolled back transaction branch " + branch.xid());
        }
    }

    /**
     * Decides a prepared branch.
     *
     * @param end what becomes of the branch itself
     */
    void decide(Branch branch, boolean commit, Change.OfBranch end) {
        if (commit) {
            // When something of it is due, the sweep finds out.
            execute(branch, BranchWorks.committed(branch, context.time().millis(), end));
        } else {
            execute(branch, BranchRefusals.guarded(() -> works.rolledBack(branch, end)));
            lookAgain(branch);
        }
    }

    /** Forgets a branch that an administrator has decided. */
    void forget(Branch branch) {
        if (branch.state() == Branch.State.PREPARED) {
            throw new BranchException(
                    Reason.PROTOCOL,
                    "Transaction branch " + branch.xid()
                            + " is prepared and not decided; only what an administrator has decided can be forgotten");
        }
        Change.OfBranch end = new Change.ForgetBranch(branch.id(), branch.state());
        execute(branch, new Work(0, List.of(end), Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
    }

    private void execute(Branch branch, Work work) {
        Outcome outcome = commits.execute(work);
        if (outcome instanceof Outcome.BranchGone) {
            // Somebody else was faster; how he has decided is in the store, unless it was the transaction manager.
            Branch now = find(branch.xid()).orElseThrow(() -> BranchRefusals.notFound(branch.xid()));
            if (now.state() == Branch.State.PREPARED) {
                throw new BranchException(
                        Reason.FAILED, "Transaction branch " + branch.xid() + " was prepared anew under its name");
            }
            complete(now, true);
        }
        StoreException failure = outcome.failure();
        if (failure != null) {
            throw BranchRefusals.unavailable(failure);
        }
    }

    /** The branch with a name, as stored. */
    Optional<Branch> find(BranchId xid) {
        return BranchRefusals.guarded(() -> context.store().branches().find(xid));
    }

    /** Somebody else has decided a branch that this node has prepared. */
    void forget(NodeUnitOfWork.Prepared prepared) {
        forgetStored(prepared.received());
        // Non-persistent ones are rather lost than delivered twice.
        unstored(prepared.received()).forEach(this::forget);
        lookAgain(prepared.branch());
    }

    private void forgetStored(List<HeldDelivery> received) {
        received.stream().filter(HeldDelivery::stored).forEach(this::forget);
    }

    /** Ends a hold without counting it as completed. */
    private void forget(HeldDelivery held) {
        locks.resumeLock(held);
        if (locks.beginSettling(held)) {
            locks.endSettling(held, true);
        }
    }

    private static List<HeldDelivery> unstored(List<HeldDelivery> received) {
        return received.stream().filter(held -> !held.stored()).toList();
    }

    private void lookAgain(Branch branch) {
        branch.received().stream().map(Branch.Part::entityId).distinct().forEach(dispatchers::disturb);
    }
}
