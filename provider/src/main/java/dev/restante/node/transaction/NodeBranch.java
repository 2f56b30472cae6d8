package dev.restante.node.transaction;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.Leaving;
import dev.restante.broker.TransactionBranches.Vote;
import dev.restante.model.BranchId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A branch that was begun at this node and is not over: gathers work, and knows how far the transaction manager has
 * come with it.
 *
 * <p>The monitor guards everything, and is held while the store works: whoever comes in between (the time-out, another
 * session of the same branch) waits for the end. Those who worked for it are told of the end outside of it, because
 * they look at other branches then.
 */
final class NodeBranch implements TransactionBranch {

    private static final Logger LOG = LoggerFactory.getLogger(NodeBranch.class);
    private static final long UNTOLD_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final BranchId xid;
    private final BranchErrors errors;
    private final NodeUnitOfWork unit;
    private final Runnable forgetting;

    /** After which it is rolled back, in epoch milliseconds of node time; {@link Long#MAX_VALUE} for never. */
    private final long deadlineMillis;

    private final BranchCompletion completion;
    private final TransactionServices services;

    @GuardedBy("this")
    private BranchState state = BranchState.ACTIVE;

    @GuardedBy("this")
    private final BranchWorkers workers;

    @GuardedBy("this")
    private NodeUnitOfWork.@Nullable Prepared prepared;

    /**
     * How it was decided in the second phase while it could not be known whether that took effect; null if it was not.
     */
    @GuardedBy("this")
    private @Nullable Boolean decidedInDoubt;

    /** Its transaction manager wants it rolled back as soon as it is known whether it is prepared. */
    @GuardedBy("this")
    private boolean rollbackWanted;

    /** Until when its transaction manager can ask how it ended, in epoch milliseconds of node time. */
    @GuardedBy("this")
    private long untoldUntilMillis = Long.MAX_VALUE;

    /**
     * Active, with one who works for it.
     *
     * @param forgetting runs when it is over, before anybody else is told
     */
    NodeBranch(
            TransactionServices services,
            BranchCompletion completion,
            BranchId xid,
            long deadlineMillis,
            Runnable forgetting,
            Consumer<TransactionBranch> whenOver) {
        this.services = services;
        this.completion = completion;
        this.xid = xid;
        this.errors = new BranchErrors(xid);
        this.unit = new NodeUnitOfWork(services);
        this.deadlineMillis = deadlineMillis;
        this.forgetting = forgetting;
        this.workers = new BranchWorkers(whenOver);
    }

    @Override
    public BranchId xid() {
        return xid;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    // ---- work ----

    @Override
    public synchronized void send(PreparedSend send) {
        if (state != BranchState.ACTIVE) {
            throw errors.noMoreWork(state);
        }
        unit.send(send);
    }

    @Override
    public synchronized void receive(HeldDelivery held) {
        if (state != BranchState.ACTIVE) {
            services.settlement().giveBack(List.of(held));
            throw errors.noMoreWork(state);
        }
        unit.receive(held);
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return state == BranchState.ACTIVE && unit.hasReceivedFrom(entityId);
    }

    synchronized void join(Consumer<TransactionBranch> whenOver) {
        switch (state) {
            case ACTIVE -> workers.join(whenOver);
            case ROLLBACK_ONLY, TIMED_OUT -> throw errors.rolledBack(state, null);
            case PREPARED -> throw errors.protocol("is prepared, nobody can join it");
            case IN_DOUBT, COMMITTED_UNTOLD, ROLLED_BACK_UNTOLD -> throw errors.protocol("takes no more work");
            case OVER -> throw BranchRefusals.notFound(xid);
        }
    }

    synchronized void leave(Leaving how) {
        workers.leave();
        if (how == Leaving.FAILED && state == BranchState.ACTIVE) {
            state = BranchState.ROLLBACK_ONLY;
        } else if (how == Leaving.DONE && (state == BranchState.ROLLBACK_ONLY || state == BranchState.TIMED_OUT)) {
            throw errors.rolledBack(state, null);
        }
    }

    // ---- the end ----

    Vote prepare() {
        try {
            return prepareNow();
        } finally {
            tellIfOver();
        }
    }

    private synchronized Vote prepareNow() {
        checkIdle();
        if (state == BranchState.PREPARED || state == BranchState.COMMITTED_UNTOLD) {
            throw errors.protocol("is prepared already, or committed");
        }
        endIfDoomed();
        try {
            prepared = unit.prepare(xid, this::preparationKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
                state = BranchState.IN_DOUBT;
                throw errors.inDoubt(failure);
            }
            over();
            throw errors.rolledBack(state, failure);
        }
        if (prepared == null) {
            over();
            return Vote.READ_ONLY;
        }
        state = BranchState.PREPARED;
        return Vote.PREPARED;
    }

    private void preparationKnown(NodeUnitOfWork.@Nullable Prepared stored) {
        synchronized (this) {
            prepared = stored;
            if (stored == null) {
                over();
            } else {
                state = BranchState.PREPARED;
                if (rollbackWanted) {
                    rollbackLate();
                }
            }
        }
        tellIfOver();
    }

    @GuardedBy("this")
    private void rollbackLate() {
        try {
            complete(false);
        } catch (BranchException e) {
            LOG.warn(
                    "Transaction branch {} could not be rolled back; its transaction manager has to recover it",
                    xid,
                    e);
        }
    }

    void commitOnePhase() {
        thenTell(this::commitOnePhaseNow);
    }

    private synchronized void commitOnePhaseNow() {
        checkIdle();
        if (state == BranchState.PREPARED) {
            throw errors.protocol("is prepared, it can't be committed in one phase");
        }
        endIfDoomed();
        if (state == BranchState.COMMITTED_UNTOLD) {
            over();
            return;
        }
        try {
            unit.commit(this::commitKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
                state = BranchState.IN_DOUBT;
                throw errors.inDoubt(failure);
            }
            over();
            throw errors.rolledBack(state, failure);
        } catch (RuntimeException | Error unexpected) {
            over();
            throw unexpected;
        }
        over();
    }

    private void commitKnown(boolean committed) {
        List<Consumer<TransactionBranch>> told;
        synchronized (this) {
            state = committed ? BranchState.COMMITTED_UNTOLD : BranchState.ROLLED_BACK_UNTOLD;
            untoldUntilMillis = services.context().time().steadyMillis() + UNTOLD_MILLIS;
            told = workers.takeConcerned();
        }
        told.forEach(each -> each.accept(this));
    }

    void commitPrepared() {
        thenTell(this::commitPreparedNow);
    }

    private synchronized void commitPreparedNow() {
        checkIdle();
        if (state != BranchState.PREPARED) {
            throw errors.protocol("is not prepared, it can't be committed in two phases");
        }
        complete(true);
    }

    void rollback() {
        thenTell(this::rollbackNow);
    }

    private synchronized void rollbackNow() {
        if (state == BranchState.IN_DOUBT) {
            rollbackWanted = true;
        }
        checkIdle();
        if (state == BranchState.PREPARED) {
            complete(false);
        } else if (state == BranchState.COMMITTED_UNTOLD) {
            throw errors.committedAlready();
        } else {
            undo();
            over();
        }
    }

    /** Rolls it back if its time is over and nobody has prepared it. */
    synchronized void timeOut(long nowMillis) {
        if (nowMillis >= deadlineMillis && (state == BranchState.ACTIVE || state == BranchState.ROLLBACK_ONLY)) {
            state = BranchState.TIMED_OUT;
            LOG.warn("Transaction branch {} took longer than its time-out; it is rolled back", xid);
            undo();
        }
    }

    /** Forgets how it ended if nobody has asked for long. */
    synchronized void forgetUntold(long nowMillis) {
        if (nowMillis >= untoldUntilMillis && state != BranchState.OVER) {
            over();
        }
    }

    /** Whether it is prepared, so that others may have decided it. */
    synchronized boolean isPrepared() {
        return state == BranchState.PREPARED;
    }

    /** Somebody else has decided it: an administrator, or another node for its transaction manager. */
    void decidedElsewhere() {
        synchronized (this) {
            if (state == BranchState.PREPARED) {
                completion.forget(requireNonNull(prepared, "prepared"));
                over();
            }
        }
        tellIfOver();
    }

    @GuardedBy("this")
    private void complete(boolean commit) {
        NodeUnitOfWork.Prepared work = requireNonNull(prepared, "prepared");
        boolean mayBeDone = decidedInDoubt != null && decidedInDoubt == commit;
        try {
            completion.complete(work, commit);
        } catch (BranchException refusal) {
            if (refusal.reason() == Reason.IN_DOUBT) {
                decidedInDoubt = commit;
                throw refusal;
            }
            if (refusal.reason() != Reason.UNAVAILABLE && refusal.reason() != Reason.FAILED) {
                completion.forget(work);
                over();
            }
            // Nobody but its transaction manager leaves nothing of it in the store, and that has decided it so.
            if (refusal.reason() != Reason.NOT_FOUND || !mayBeDone) {
                throw refusal;
            }
        }
        if (state != BranchState.OVER) {
            over();
        }
    }

    @GuardedBy("this")
    private void checkIdle() {
        if (state == BranchState.OVER) {
            throw BranchRefusals.notFound(xid);
        }
        if (state == BranchState.IN_DOUBT) {
            throw errors.stillInDoubt();
        }
        if (workers.active() > 0) {
            throw errors.protocol("has " + workers.active() + " sessions that work for it");
        }
    }

    /** Ends it if it can't do anything else than be rolled back. */
    @GuardedBy("this")
    private void endIfDoomed() {
        if (state == BranchState.ROLLBACK_ONLY || state == BranchState.TIMED_OUT) {
            BranchException told = errors.rolledBack(state, null);
            undo();
            over();
            throw told;
        }
        if (state == BranchState.ROLLED_BACK_UNTOLD) {
            over();
            throw errors.notCommitted();
        }
    }

    @GuardedBy("this")
    private void undo() {
        try {
            unit.rollback();
        } catch (BrokerException e) {
            LOG.warn("What transaction branch {} had received was not given back at once; it is tried again", xid, e);
        }
    }

    @GuardedBy("this")
    private void over() {
        state = BranchState.OVER;
        prepared = null;
        forgetting.run();
    }

    private void thenTell(Runnable step) {
        try {
            step.run();
        } finally {
            tellIfOver();
        }
    }

    /** Called without the monitor. */
    private void tellIfOver() {
        List<Consumer<TransactionBranch>> told = List.of();
        synchronized (this) {
            if (state == BranchState.OVER) {
                told = workers.takeConcerned();
            }
        }
        told.forEach(each -> each.accept(this));
    }
}
