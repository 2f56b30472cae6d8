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
import java.util.ArrayList;
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

    private enum State {
        /** Takes work, if anybody has any. */
        ACTIVE,
        /** Somebody who worked for it has failed. */
        ROLLBACK_ONLY,
        /** Was rolled back because it took too long; its transaction manager has not taken note. */
        TIMED_OUT,
        PREPARED,
        /** Whether it is prepared is not known, or whether it was committed in one phase (SND-09). */
        IN_DOUBT,
        /** It was in doubt whether it was committed in one phase, and it was; its transaction manager does not know. */
        COMMITTED_UNTOLD,
        /** It was in doubt whether it was committed in one phase, and it was not. */
        ROLLED_BACK_UNTOLD,
        /** Committed or rolled back. */
        OVER
    }

    private final BranchId xid;
    private final NodeUnitOfWork unit;
    private final Runnable forgetting;

    /** After which it is rolled back, in epoch milliseconds of node time; {@link Long#MAX_VALUE} for never. */
    private final long deadlineMillis;

    private final BranchCompletion completion;
    private final TransactionServices services;

    @GuardedBy("this")
    private State state = State.ACTIVE;

    @GuardedBy("this")
    private int workers = 1;

    /** Those who are to be told when it is over. */
    @GuardedBy("this")
    private final List<Consumer<TransactionBranch>> concerned = new ArrayList<>(1);

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
        this.unit = new NodeUnitOfWork(services);
        this.deadlineMillis = deadlineMillis;
        this.forgetting = forgetting;
        this.concerned.add(whenOver);
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
        if (state != State.ACTIVE) {
            throw noMoreWork();
        }
        unit.send(send);
    }

    @Override
    public synchronized void receive(HeldDelivery held) {
        if (state != State.ACTIVE) {
            services.settlement().giveBack(List.of(held));
            throw noMoreWork();
        }
        unit.receive(held);
    }

    @GuardedBy("this")
    private BrokerException noMoreWork() {
        return new BrokerException(
                BrokerException.Reason.ROLLED_BACK,
                "Transaction branch " + xid
                        + (state == State.TIMED_OUT
                                ? " took longer than its time-out; it was rolled back"
                                : " takes no more work: it is over, or can only be rolled back"));
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return state == State.ACTIVE && unit.hasReceivedFrom(entityId);
    }

    synchronized void join(Consumer<TransactionBranch> whenOver) {
        switch (state) {
            case ACTIVE -> {
                workers++;
                concerned.add(whenOver);
            }
            case ROLLBACK_ONLY, TIMED_OUT -> throw rolledBack(null);
            case PREPARED -> throw protocol("is prepared, nobody can join it");
            case IN_DOUBT, COMMITTED_UNTOLD, ROLLED_BACK_UNTOLD -> throw protocol("takes no more work");
            case OVER -> throw BranchCompletion.notFound(xid);
        }
    }

    synchronized void leave(Leaving how) {
        workers--;
        if (how == Leaving.FAILED && state == State.ACTIVE) {
            state = State.ROLLBACK_ONLY;
        } else if (how == Leaving.DONE && (state == State.ROLLBACK_ONLY || state == State.TIMED_OUT)) {
            throw rolledBack(null);
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
        if (state == State.PREPARED || state == State.COMMITTED_UNTOLD) {
            throw protocol("is prepared already, or committed");
        }
        endIfDoomed();
        try {
            prepared = unit.prepare(xid, this::preparationKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
                state = State.IN_DOUBT;
                throw inDoubt(failure);
            }
            over();
            throw rolledBack(failure);
        }
        if (prepared == null) {
            over();
            return Vote.READ_ONLY;
        }
        state = State.PREPARED;
        return Vote.PREPARED;
    }

    private void preparationKnown(NodeUnitOfWork.@Nullable Prepared stored) {
        synchronized (this) {
            prepared = stored;
            if (stored == null) {
                over();
            } else {
                state = State.PREPARED;
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
        try {
            commitOnePhaseNow();
        } finally {
            tellIfOver();
        }
    }

    private synchronized void commitOnePhaseNow() {
        checkIdle();
        if (state == State.PREPARED) {
            throw protocol("is prepared, it can't be committed in one phase");
        }
        endIfDoomed();
        if (state == State.COMMITTED_UNTOLD) {
            over();
            return;
        }
        try {
            unit.commit(this::commitKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
                state = State.IN_DOUBT;
                throw inDoubt(failure);
            }
            over();
            throw rolledBack(failure);
        } catch (RuntimeException | Error unexpected) {
            over();
            throw unexpected;
        }
        over();
    }

    private void commitKnown(boolean committed) {
        List<Consumer<TransactionBranch>> told;
        synchronized (this) {
            state = committed ? State.COMMITTED_UNTOLD : State.ROLLED_BACK_UNTOLD;
            untoldUntilMillis = services.context().time().millis() + UNTOLD_MILLIS;
            told = takeConcerned();
        }
        told.forEach(each -> each.accept(this));
    }

    void commitPrepared() {
        try {
            commitPreparedNow();
        } finally {
            tellIfOver();
        }
    }

    private synchronized void commitPreparedNow() {
        checkIdle();
        if (state != State.PREPARED) {
            throw protocol("is not prepared, it can't be committed in two phases");
        }
        complete(true);
    }

    void rollback() {
        try {
            rollbackNow();
        } finally {
            tellIfOver();
        }
    }

    private synchronized void rollbackNow() {
        if (state == State.IN_DOUBT) {
            rollbackWanted = true;
        }
        checkIdle();
        if (state == State.PREPARED) {
            complete(false);
        } else if (state == State.COMMITTED_UNTOLD) {
            throw new BranchException(
                    Reason.HEURISTICALLY_COMMITTED, "Transaction branch " + xid + " was committed in one phase");
        } else {
            undo();
            over();
        }
    }

    /** Rolls it back if its time is over and nobody has prepared it. */
    synchronized void timeOut(long nowMillis) {
        if (nowMillis >= deadlineMillis && (state == State.ACTIVE || state == State.ROLLBACK_ONLY)) {
            state = State.TIMED_OUT;
            LOG.warn("Transaction branch {} took longer than its time-out; it is rolled back", xid);
            undo();
        }
    }

    /** Forgets how it ended if nobody has asked for long. */
    synchronized void forgetUntold(long nowMillis) {
        if (nowMillis >= untoldUntilMillis && state != State.OVER) {
            over();
        }
    }

    /** Whether it is prepared, so that others may have decided it. */
    synchronized boolean isPrepared() {
        return state == State.PREPARED;
    }

    /** Somebody else has decided it: an administrator, or another node for its transaction manager. */
    void decidedElsewhere() {
        synchronized (this) {
            if (state == State.PREPARED) {
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
        if (state != State.OVER) {
            over();
        }
    }

    @GuardedBy("this")
    private void checkIdle() {
        if (state == State.OVER) {
            throw BranchCompletion.notFound(xid);
        }
        if (state == State.IN_DOUBT) {
            throw new BranchException(
                    Reason.IN_DOUBT,
                    "What became of transaction branch " + xid + " is not known, because the store can't say now");
        }
        if (workers > 0) {
            throw protocol("has " + workers + " sessions that work for it");
        }
    }

    /** Ends it if it can't do anything else than be rolled back. */
    @GuardedBy("this")
    private void endIfDoomed() {
        if (state == State.ROLLBACK_ONLY || state == State.TIMED_OUT) {
            BranchException told = rolledBack(null);
            undo();
            over();
            throw told;
        }
        if (state == State.ROLLED_BACK_UNTOLD) {
            over();
            throw new BranchException(
                    Reason.ROLLED_BACK,
                    "Transaction branch " + xid + " was rolled back: its commit, which was in doubt, was not written");
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
        state = State.OVER;
        prepared = null;
        forgetting.run();
    }

    /** Called without the monitor. */
    private void tellIfOver() {
        List<Consumer<TransactionBranch>> told = List.of();
        synchronized (this) {
            if (state == State.OVER) {
                told = takeConcerned();
            }
        }
        told.forEach(each -> each.accept(this));
    }

    @GuardedBy("this")
    private List<Consumer<TransactionBranch>> takeConcerned() {
        List<Consumer<TransactionBranch>> told = List.copyOf(concerned);
        concerned.clear();
        return told;
    }

    private BranchException inDoubt(BrokerException cause) {
        return new BranchException(
                Reason.IN_DOUBT,
                "What became of transaction branch " + xid + " is not known: " + cause.getMessage(),
                cause);
    }

    @GuardedBy("this")
    private BranchException rolledBack(@Nullable BrokerException cause) {
        if (cause != null) {
            return new BranchException(
                    Reason.ROLLED_BACK, "Transaction branch " + xid + " was rolled back: " + cause.getMessage(), cause);
        }
        return state == State.TIMED_OUT
                ? new BranchException(
                        Reason.TIMED_OUT,
                        "Transaction branch " + xid + " took longer than its time-out; it was rolled back")
                : new BranchException(
                        Reason.ROLLED_BACK,
                        "Transaction branch " + xid + " can only be rolled back: a session that worked for it failed");
    }

    private BranchException protocol(String what) {
        return new BranchException(Reason.PROTOCOL, "Transaction branch " + xid + " " + what);
    }
}
