package dev.restante.node.feature.transactions;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.broker.TransactionBranches.BranchVote;
import dev.restante.model.BranchId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transaction branch that was begun at this node, which collects sends and completions and executes prepare, commit and
 * rollback.
 *
 * <p>The monitor guards all fields and is held during store calls. The timeout and other sessions of the branch
 * therefore wait for a running call. Callbacks of sessions run without the monitor, because they inspect other
 * branches.
 */
final class NodeBranch implements TransactionBranch {

    private static final Logger LOG = LoggerFactory.getLogger(NodeBranch.class);
    private static final long UNREPORTED_KEPT_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final BranchId xid;
    private final NodeBranchExceptions exceptions;
    private final NodeUnitOfWork unit;
    private final Runnable onRemoved;

    /**
     * Time of the monotonic clock after which the branch is rolled back, in milliseconds; {@link Long#MAX_VALUE} for
     * never.
     */
    private final long deadlineMillis;

    private final BranchCompletion completion;
    private final TransactionServices services;

    @GuardedBy("this")
    private BranchState state = BranchState.ACTIVE;

    @GuardedBy("this")
    private final BranchSessions sessions;

    @GuardedBy("this")
    private NodeUnitOfWork.@Nullable PreparedUnit prepared;

    /** Decision of a second phase whose outcome is unknown, true for a commit; else null. */
    @GuardedBy("this")
    private @Nullable Boolean decisionInDoubt;

    /** True if the transaction manager requested a rollback while the outcome of the prepare is unknown. */
    @GuardedBy("this")
    private boolean rollbackWanted;

    /** Time of the monotonic clock until which the transaction manager can query the outcome, in milliseconds. */
    @GuardedBy("this")
    private long unreportedUntilMillis = Long.MAX_VALUE;

    /**
     * Creates an active branch with one session.
     *
     * @param onRemoved the action that runs at the end, before the callbacks of the sessions
     */
    NodeBranch(
            TransactionServices services,
            BranchCompletion completion,
            BranchId xid,
            long deadlineMillis,
            Runnable onRemoved,
            Consumer<TransactionBranch> onEnded) {
        this.services = services;
        this.completion = completion;
        this.xid = xid;
        this.exceptions = new NodeBranchExceptions(xid);
        this.unit = new NodeUnitOfWork(services);
        this.deadlineMillis = deadlineMillis;
        this.onRemoved = onRemoved;
        this.sessions = new BranchSessions(onEnded);
    }

    @Override
    public BranchId xid() {
        return xid;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    @Override
    public synchronized void send(PreparedSend send) {
        if (state != BranchState.ACTIVE) {
            throw exceptions.takesNoWork(state);
        }
        unit.send(send);
    }

    @Override
    public synchronized void complete(InFlightDelivery delivery) {
        if (state != BranchState.ACTIVE) {
            services.settler().returnUndelivered(List.of(delivery));
            throw exceptions.takesNoWork(state);
        }
        unit.complete(delivery);
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return state == BranchState.ACTIVE && unit.hasReceivedFrom(entityId);
    }

    synchronized void join(Consumer<TransactionBranch> onEnded) {
        switch (state) {
            case ACTIVE -> sessions.join(onEnded);
            case ROLLBACK_ONLY, TIMED_OUT -> throw exceptions.rolledBack(state, null);
            case PREPARED -> throw exceptions.protocolError("is prepared and cannot be joined");
            case IN_DOUBT, COMMITTED_UNREPORTED, ROLLED_BACK_UNREPORTED ->
                throw exceptions.protocolError("accepts no more work");
            case ENDED -> throw BranchExceptions.notFound(xid);
        }
    }

    synchronized void leave(BranchEnd flag) {
        sessions.leave();
        if (flag == BranchEnd.FAIL && state == BranchState.ACTIVE) {
            state = BranchState.ROLLBACK_ONLY;
        } else if (flag == BranchEnd.SUCCESS
                && (state == BranchState.ROLLBACK_ONLY || state == BranchState.TIMED_OUT)) {
            throw exceptions.rolledBack(state, null);
        }
    }

    BranchVote prepare() {
        try {
            return prepareNow();
        } finally {
            notifyIfEnded();
        }
    }

    private synchronized BranchVote prepareNow() {
        checkIdle();
        if (state == BranchState.PREPARED || state == BranchState.COMMITTED_UNREPORTED) {
            throw exceptions.protocolError("is already prepared or committed");
        }
        endIfRollbackOnly();
        try {
            prepared = unit.prepare(xid, this::preparationKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN) {
                state = BranchState.IN_DOUBT;
                throw exceptions.inDoubt(failure);
            }
            endBranch();
            throw exceptions.rolledBack(state, failure);
        }
        if (prepared == null) {
            endBranch();
            return BranchVote.READ_ONLY;
        }
        state = BranchState.PREPARED;
        return BranchVote.PREPARED;
    }

    private void preparationKnown(NodeUnitOfWork.@Nullable PreparedUnit stored) {
        synchronized (this) {
            prepared = stored;
            if (stored == null) {
                endBranch();
            } else {
                state = BranchState.PREPARED;
                if (rollbackWanted) {
                    rollbackLate();
                }
            }
        }
        notifyIfEnded();
    }

    @GuardedBy("this")
    private void rollbackLate() {
        try {
            completePrepared(false);
        } catch (BranchException e) {
            LOG.warn(
                    "Transaction branch {} could not be rolled back. Its transaction manager must recover it.", xid, e);
        }
    }

    void commitOnePhase() {
        runAndNotify(this::commitOnePhaseNow);
    }

    private synchronized void commitOnePhaseNow() {
        checkIdle();
        if (state == BranchState.PREPARED) {
            throw exceptions.protocolError("is prepared and cannot be committed in one phase");
        }
        endIfRollbackOnly();
        if (state == BranchState.COMMITTED_UNREPORTED) {
            endBranch();
            return;
        }
        try {
            unit.commit(this::commitKnown);
        } catch (BrokerException failure) {
            if (failure.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN) {
                state = BranchState.IN_DOUBT;
                throw exceptions.inDoubt(failure);
            }
            endBranch();
            throw exceptions.rolledBack(state, failure);
        } catch (RuntimeException | Error unexpected) {
            endBranch();
            throw unexpected;
        }
        endBranch();
    }

    private void commitKnown(boolean committed) {
        List<Consumer<TransactionBranch>> told;
        synchronized (this) {
            state = committed ? BranchState.COMMITTED_UNREPORTED : BranchState.ROLLED_BACK_UNREPORTED;
            unreportedUntilMillis = services.node().storeClock().monotonicMillis() + UNREPORTED_KEPT_MILLIS;
            told = sessions.takeCallbacks();
        }
        told.forEach(each -> each.accept(this));
    }

    void commitPrepared() {
        runAndNotify(this::commitPreparedNow);
    }

    private synchronized void commitPreparedNow() {
        checkIdle();
        if (state != BranchState.PREPARED) {
            throw exceptions.protocolError("is not prepared and cannot be committed in two phases");
        }
        completePrepared(true);
    }

    void rollback() {
        runAndNotify(this::rollbackNow);
    }

    private synchronized void rollbackNow() {
        if (state == BranchState.IN_DOUBT) {
            rollbackWanted = true;
        }
        checkIdle();
        if (state == BranchState.PREPARED) {
            completePrepared(false);
        } else if (state == BranchState.COMMITTED_UNREPORTED) {
            throw exceptions.alreadyCommitted();
        } else {
            rollBackUnit();
            endBranch();
        }
    }

    /** Rolls the branch back if its timeout has passed and it is not prepared. */
    synchronized void timeOut(long nowMillis) {
        if (nowMillis >= deadlineMillis && (state == BranchState.ACTIVE || state == BranchState.ROLLBACK_ONLY)) {
            state = BranchState.TIMED_OUT;
            LOG.warn("Transaction branch {} exceeded its timeout and is rolled back", xid);
            rollBackUnit();
        }
    }

    /** Removes the branch if the transaction manager has not asked for the outcome for an hour. */
    synchronized void forgetUnreported(long nowMillis) {
        if (nowMillis >= unreportedUntilMillis && state != BranchState.ENDED) {
            endBranch();
        }
    }

    /** Returns whether the branch is prepared, so that an administrator or another node may have decided it. */
    synchronized boolean isPrepared() {
        return state == BranchState.PREPARED;
    }

    /** Removes a branch that an administrator or another node has decided. */
    void onDecidedElsewhere() {
        synchronized (this) {
            if (state == BranchState.PREPARED) {
                completion.endLockUncounted(requireNonNull(prepared, "prepared"));
                endBranch();
            }
        }
        notifyIfEnded();
    }

    @GuardedBy("this")
    private void completePrepared(boolean commit) {
        NodeUnitOfWork.PreparedUnit work = requireNonNull(prepared, "prepared");
        boolean mayBeDone = decisionInDoubt != null && decisionInDoubt == commit;
        try {
            completion.complete(work, commit);
        } catch (BranchException refusal) {
            if (refusal.reason() == BranchErrorReason.IN_DOUBT) {
                decisionInDoubt = commit;
                throw refusal;
            }
            if (refusal.reason() != BranchErrorReason.UNAVAILABLE && refusal.reason() != BranchErrorReason.FAILED) {
                completion.endLockUncounted(work);
                endBranch();
            }
            // Only the transaction manager removes a branch from the store completely. A missing branch therefore has
            // the decision that was in doubt.
            if (refusal.reason() != BranchErrorReason.NOT_FOUND || !mayBeDone) {
                throw refusal;
            }
        }
        if (state != BranchState.ENDED) {
            endBranch();
        }
    }

    @GuardedBy("this")
    private void checkIdle() {
        if (state == BranchState.ENDED) {
            throw BranchExceptions.notFound(xid);
        }
        if (state == BranchState.IN_DOUBT) {
            throw exceptions.stillInDoubt();
        }
        if (sessions.activeCount() > 0) {
            throw exceptions.protocolError("still has " + sessions.activeCount()
                    + " associated sessions. End their work in the branch first.");
        }
    }

    /** Ends the branch and throws an exception if it can only be rolled back. */
    @GuardedBy("this")
    private void endIfRollbackOnly() {
        if (state == BranchState.ROLLBACK_ONLY || state == BranchState.TIMED_OUT) {
            BranchException told = exceptions.rolledBack(state, null);
            rollBackUnit();
            endBranch();
            throw told;
        }
        if (state == BranchState.ROLLED_BACK_UNREPORTED) {
            endBranch();
            throw exceptions.notCommitted();
        }
    }

    @GuardedBy("this")
    private void rollBackUnit() {
        try {
            unit.rollback();
        } catch (BrokerException e) {
            LOG.warn(
                    "The messages that transaction branch {} had received were not released immediately."
                            + " Restante tries again.",
                    xid,
                    e);
        }
    }

    @GuardedBy("this")
    private void endBranch() {
        state = BranchState.ENDED;
        prepared = null;
        onRemoved.run();
    }

    private void runAndNotify(Runnable step) {
        try {
            step.run();
        } finally {
            notifyIfEnded();
        }
    }

    /** Runs the callbacks of the sessions if the branch has ended. Must be called without the monitor. */
    private void notifyIfEnded() {
        List<Consumer<TransactionBranch>> told = List.of();
        synchronized (this) {
            if (state == BranchState.ENDED) {
                told = sessions.takeCallbacks();
            }
        }
        told.forEach(each -> each.accept(this));
    }
}
