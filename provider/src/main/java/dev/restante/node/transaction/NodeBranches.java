package dev.restante.node.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The branches that were begun at this node and are not over, and the way to all others, which are in the store. */
public final class NodeBranches implements TransactionBranches {

    private static final Logger LOG = LoggerFactory.getLogger(NodeBranches.class);

    /**
     * How often it looks whether somebody else has decided what was prepared here: another node, for a transaction
     * manager that recovers.
     */
    private static final long LOOK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final NodeContext context;
    private final TransactionServices services;
    private final BranchCompletion completion;
    private final AlarmClock.Alarm alarm;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Map<BranchId, NodeBranch> known = new ConcurrentHashMap<>();

    /**
     * On a store that no other node uses, the names of all branches in it but those that were begun at this node; of
     * some that are not there any more, too. Null until it is read.
     */
    @GuardedBy("this")
    private @Nullable Set<BranchId> leftInStore;

    /**
     * Without any.
     *
     * @param services whose thread rolls back what takes too long
     */
    public NodeBranches(TransactionServices services, BranchCompletion completion, AlarmClock clock) {
        this.context = services.context();
        this.services = services;
        this.completion = completion;
        this.alarm = clock.alarm("transaction branches", this::ring);
    }

    @Override
    public TransactionBranch begin(BranchId xid, Duration timeout, Consumer<TransactionBranch> whenOver) {
        long nowMillis = context.time().steadyMillis();
        long deadlineMillis = timeout.isZero() ? Long.MAX_VALUE : Spans.later(nowMillis, Spans.millis(timeout));
        NodeBranch begun = new NodeBranch(services, completion, xid, deadlineMillis, () -> known.remove(xid), whenOver);
        if (known.putIfAbsent(xid, begun) != null) {
            throw duplicate(xid);
        }
        try {
            if (isStored(xid)) {
                throw duplicate(xid);
            }
        } catch (BranchException refusal) {
            known.remove(xid, begun);
            throw refusal;
        }
        alarm.ringWithinSteady(Math.min(deadlineMillis, nowMillis + LOOK_MILLIS));
        return begun;
    }

    /**
     * Whether the store has a branch that was not begun at this node, or has been decided by an administrator. Where no
     * other node can have stored any, the store is not asked about every name.
     */
    private boolean isStored(BranchId xid) {
        return (!exclusive() || leftInStore().contains(xid)) && stored(xid).isPresent();
    }

    private boolean exclusive() {
        return context.store().traits().exclusive();
    }

    private synchronized Set<BranchId> leftInStore() {
        Set<BranchId> names = leftInStore;
        if (names == null) {
            names = ConcurrentHashMap.newKeySet();
            prepared().stream().map(Branch::xid).forEach(names::add);
            leftInStore = names;
        }
        return names;
    }

    private static BranchException duplicate(BranchId xid) {
        return new BranchException(Reason.DUPLICATE, "There is a transaction branch " + xid + " already");
    }

    @Override
    public TransactionBranch join(BranchId xid, Consumer<TransactionBranch> whenOver) {
        NodeBranch branch = begun(xid).orElseThrow(() -> BranchRefusals.notFound(xid));
        branch.join(whenOver);
        return branch;
    }

    @Override
    public boolean isBegun(BranchId xid) {
        return known.containsKey(xid);
    }

    @Override
    public void leave(TransactionBranch branch, Leaving how) {
        ((NodeBranch) branch).leave(how);
    }

    @Override
    public Vote prepare(BranchId xid) {
        Optional<NodeBranch> begun = begun(xid);
        if (begun.isEmpty()) {
            throw stored(xid).isPresent()
                    ? new BranchException(Reason.PROTOCOL, "Transaction branch " + xid + " is prepared already")
                    : BranchRefusals.notFound(xid);
        }
        return begun.get().prepare();
    }

    @Override
    public void commit(BranchId xid, boolean onePhase) {
        Optional<NodeBranch> begun = begun(xid);
        if (begun.isPresent() && onePhase) {
            begun.get().commitOnePhase();
        } else if (begun.isPresent()) {
            begun.get().commitPrepared();
        } else {
            Branch branch = stored(xid).orElseThrow(() -> BranchRefusals.notFound(xid));
            if (onePhase && branch.state() == Branch.State.PREPARED) {
                throw new BranchException(
                        Reason.PROTOCOL,
                        "Transaction branch " + xid + " is prepared, it can't be committed in one phase");
            }
            completion.complete(branch, true);
        }
    }

    @Override
    public void rollback(BranchId xid) {
        Optional<NodeBranch> begun = begun(xid);
        if (begun.isPresent()) {
            begun.get().rollback();
        } else {
            completion.complete(stored(xid).orElseThrow(() -> BranchRefusals.notFound(xid)), false);
        }
    }

    @Override
    public void forget(BranchId xid) {
        // An administrator may have decided it at another node just now.
        begun(xid).filter(branch -> branch.isPrepared() && isDecided(branch)).ifPresent(NodeBranch::decidedElsewhere);
        if (begun(xid).isPresent()) {
            throw new BranchException(
                    Reason.PROTOCOL,
                    "Transaction branch " + xid
                            + " is not over; only what an administrator has decided can be forgotten");
        }
        completion.forget(stored(xid).orElseThrow(() -> BranchRefusals.notFound(xid)));
    }

    @Override
    public List<Branch> prepared() {
        return BranchRefusals.guarded(() -> context.store().branches().list());
    }

    @Override
    public void decide(BranchId xid, boolean commit) {
        Branch branch = stored(xid).orElseThrow(() -> BranchRefusals.notFound(xid));
        if (branch.state() != Branch.State.PREPARED) {
            throw new BranchException(
                    Reason.PROTOCOL, "An administrator has decided transaction branch " + xid + " already");
        }
        if (exclusive()) {
            leftInStore().add(xid);
        }
        completion.decide(
                branch,
                commit,
                new Change.DecideBranch(
                        branch.id(),
                        commit ? Branch.State.HEURISTICALLY_COMMITTED : Branch.State.HEURISTICALLY_ROLLED_BACK));
        begun(xid).ifPresent(NodeBranch::decidedElsewhere);
    }

    private Optional<NodeBranch> begun(BranchId xid) {
        return Optional.ofNullable(known.get(xid));
    }

    private Optional<Branch> stored(BranchId xid) {
        return completion.find(xid);
    }

    // ---- time ----

    private void ring() {
        if (!known.isEmpty() && looking.compareAndSet(false, true)) {
            services.thread().soon(this::look);
        }
    }

    private void look() {
        looking.set(false);
        long nowMillis = context.time().steadyMillis();
        long next = nowMillis + LOOK_MILLIS;
        for (NodeBranch branch : known.values()) {
            branch.timeOut(nowMillis);
            branch.forgetUntold(nowMillis);
            if (branch.deadlineMillis() > nowMillis) {
                next = Math.min(next, branch.deadlineMillis());
            }
            if (branch.isPrepared()) {
                lookWhetherDecided(branch);
            }
        }
        if (!known.isEmpty()) {
            alarm.ringWithinSteady(next);
        }
    }

    private void lookWhetherDecided(NodeBranch branch) {
        try {
            if (isDecided(branch)) {
                branch.decidedElsewhere();
            }
        } catch (BranchException e) {
            LOG.debug("The store can't say whether transaction branch {} is decided", branch.xid(), e);
        }
    }

    /** Whether somebody else has decided a branch that this node has prepared. */
    private boolean isDecided(NodeBranch branch) {
        return stored(branch.xid())
                .filter(found -> found.state() == Branch.State.PREPARED)
                .isEmpty();
    }
}
