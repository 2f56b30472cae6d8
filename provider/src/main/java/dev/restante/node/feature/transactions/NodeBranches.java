package dev.restante.node.feature.transactions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.BranchId;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredBranch;
import dev.restante.node.core.NodeContext;
import dev.restante.node.worker.NodeScheduler;
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

/**
 * Registry of transaction branches, which begins, joins and prepares branches at this node, and commits or rolls back
 * any prepared branch of the store.
 */
public final class NodeBranches implements TransactionBranches {

    private static final Logger LOG = LoggerFactory.getLogger(NodeBranches.class);

    /** Interval of the check whether an administrator or another node has decided a branch that this node prepared. */
    private static final long CHECK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final NodeContext context;
    private final TransactionServices services;
    private final BranchCompletion completion;
    private final NodeScheduler.ScheduledTask task;
    private final AtomicBoolean checkScheduled = new AtomicBoolean();
    private final Map<BranchId, NodeBranch> local = new ConcurrentHashMap<>();

    /**
     * Superset of the ids of stored branches that were not begun at this node, if no other node can open the store.
     * Null until it is read.
     */
    @GuardedBy("this")
    private @Nullable Set<BranchId> storedNames;

    public NodeBranches(TransactionServices services, BranchCompletion completion, NodeScheduler scheduler) {
        this.context = services.node().context();
        this.services = services;
        this.completion = completion;
        this.task = scheduler.task("transaction branches", this::scheduleCheck);
    }

    @Override
    public TransactionBranch begin(BranchId xid, Duration timeout, Consumer<TransactionBranch> onEnded) {
        long nowMillis = context.storeClock().monotonicMillis();
        long deadlineMillis =
                timeout.isZero() ? Long.MAX_VALUE : SaturatingTime.plus(nowMillis, SaturatingTime.toMillis(timeout));
        NodeBranch begun = new NodeBranch(services, completion, xid, deadlineMillis, () -> local.remove(xid), onEnded);
        if (local.putIfAbsent(xid, begun) != null) {
            throw duplicate(xid);
        }
        try {
            if (isStored(xid)) {
                throw duplicate(xid);
            }
        } catch (BranchException refusal) {
            local.remove(xid, begun);
            throw refusal;
        }
        task.scheduleNoLaterThanMonotonic(Math.min(deadlineMillis, nowMillis + CHECK_MILLIS));
        return begun;
    }

    /**
     * Returns whether the store has a branch that was not begun at this node or that an administrator has decided. In
     * an exclusive store, {@link #storedNames} usually saves the query.
     */
    private boolean isStored(BranchId xid) {
        return (!exclusive() || storedNames().contains(xid)) && stored(xid).isPresent();
    }

    private boolean exclusive() {
        return context.store().capabilities().exclusive();
    }

    private synchronized Set<BranchId> storedNames() {
        Set<BranchId> names = storedNames;
        if (names == null) {
            names = ConcurrentHashMap.newKeySet();
            prepared().stream().map(StoredBranch::xid).forEach(names::add);
            storedNames = names;
        }
        return names;
    }

    private static BranchException duplicate(BranchId xid) {
        return new BranchException(BranchErrorReason.DUPLICATE, "Transaction branch " + xid + " already exists");
    }

    @Override
    public TransactionBranch join(BranchId xid, Consumer<TransactionBranch> onEnded) {
        NodeBranch branch = local(xid).orElseThrow(() -> BranchExceptions.notFound(xid));
        branch.join(onEnded);
        return branch;
    }

    @Override
    public boolean isBegun(BranchId xid) {
        return local.containsKey(xid);
    }

    @Override
    public void end(TransactionBranch branch, BranchEnd flag) {
        ((NodeBranch) branch).leave(flag);
    }

    @Override
    public BranchVote prepare(BranchId xid) {
        Optional<NodeBranch> begun = local(xid);
        if (begun.isEmpty()) {
            throw stored(xid).isPresent()
                    ? new BranchException(
                            BranchErrorReason.PROTOCOL_ERROR, "Transaction branch " + xid + " is already prepared")
                    : BranchExceptions.notFound(xid);
        }
        return begun.get().prepare();
    }

    @Override
    public void commit(BranchId xid, boolean onePhase) {
        Optional<NodeBranch> begun = local(xid);
        if (begun.isPresent() && onePhase) {
            begun.get().commitOnePhase();
        } else if (begun.isPresent()) {
            begun.get().commitPrepared();
        } else {
            StoredBranch branch = stored(xid).orElseThrow(() -> BranchExceptions.notFound(xid));
            if (onePhase && branch.state() == StoredBranch.StoredBranchState.PREPARED) {
                throw new BranchException(
                        BranchErrorReason.PROTOCOL_ERROR,
                        "Transaction branch " + xid + " is prepared and cannot be committed in one phase");
            }
            completion.complete(branch, true);
        }
    }

    @Override
    public void rollback(BranchId xid) {
        Optional<NodeBranch> begun = local(xid);
        if (begun.isPresent()) {
            begun.get().rollback();
        } else {
            completion.complete(stored(xid).orElseThrow(() -> BranchExceptions.notFound(xid)), false);
        }
    }

    @Override
    public void forget(BranchId xid) {
        // An administrator may have decided the branch at another node just before.
        local(xid).filter(branch -> branch.isPrepared() && isDecided(branch)).ifPresent(NodeBranch::onDecidedElsewhere);
        if (local(xid).isPresent()) {
            throw new BranchException(
                    BranchErrorReason.PROTOCOL_ERROR,
                    "Transaction branch " + xid
                            + " has not ended. Only a branch that an administrator has decided can be forgotten.");
        }
        completion.endLockUncounted(stored(xid).orElseThrow(() -> BranchExceptions.notFound(xid)));
    }

    @Override
    public List<StoredBranch> prepared() {
        return BranchExceptions.callStore(() -> context.store().branches().list());
    }

    @Override
    public void completeHeuristically(BranchId xid, boolean commit) {
        StoredBranch branch = stored(xid).orElseThrow(() -> BranchExceptions.notFound(xid));
        if (branch.state() != StoredBranch.StoredBranchState.PREPARED) {
            throw new BranchException(
                    BranchErrorReason.PROTOCOL_ERROR, "An administrator has already decided transaction branch " + xid);
        }
        if (exclusive()) {
            storedNames().add(xid);
        }
        completion.completeHeuristically(
                branch,
                commit,
                new Change.DecideBranch(
                        branch.id(),
                        commit
                                ? StoredBranch.StoredBranchState.HEURISTICALLY_COMMITTED
                                : StoredBranch.StoredBranchState.HEURISTICALLY_ROLLED_BACK));
        local(xid).ifPresent(NodeBranch::onDecidedElsewhere);
    }

    private Optional<NodeBranch> local(BranchId xid) {
        return Optional.ofNullable(local.get(xid));
    }

    private Optional<StoredBranch> stored(BranchId xid) {
        return completion.find(xid);
    }

    private void scheduleCheck() {
        if (!local.isEmpty() && checkScheduled.compareAndSet(false, true)) {
            services.thread().execute(this::checkAll);
        }
    }

    private void checkAll() {
        checkScheduled.set(false);
        long nowMillis = context.storeClock().monotonicMillis();
        long next = nowMillis + CHECK_MILLIS;
        for (NodeBranch branch : local.values()) {
            branch.timeOut(nowMillis);
            branch.forgetUnreported(nowMillis);
            if (branch.deadlineMillis() > nowMillis) {
                next = Math.min(next, branch.deadlineMillis());
            }
            if (branch.isPrepared()) {
                checkDecided(branch);
            }
        }
        if (!local.isEmpty()) {
            task.scheduleNoLaterThanMonotonic(next);
        }
    }

    private void checkDecided(NodeBranch branch) {
        try {
            if (isDecided(branch)) {
                branch.onDecidedElsewhere();
            }
        } catch (BranchException e) {
            LOG.debug("Restante could not check whether transaction branch {} is decided", branch.xid(), e);
        }
    }

    private boolean isDecided(NodeBranch branch) {
        return stored(branch.xid())
                .filter(found -> found.state() == StoredBranch.StoredBranchState.PREPARED)
                .isEmpty();
    }
}
