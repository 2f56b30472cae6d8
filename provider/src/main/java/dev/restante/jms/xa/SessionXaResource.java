package dev.restante.jms.xa;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.model.BranchId;
import dev.restante.model.CallTimeBudget;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * XA resource of one session, which still works after its session and connection are closed, because branches may end
 * later.
 *
 * <p>Thread-safe: transaction managers also call it from their timeout threads. The monitor guards the association of
 * the session with a branch, but is not needed to complete a branch.
 */
public final class SessionXaResource implements XAResource {

    /** Default, in seconds. */
    static final int DEFAULT_TIMEOUT_SECONDS = 300;

    private final Broker broker;
    private final TransactionBranches branches;
    private final ConnectionServices connection;
    private final XaMode mode;
    private final CompletionQueue completions;
    private final RecoveryScan scan = new RecoveryScan();

    @GuardedBy("this")
    private final Map<BranchId, TransactionBranch> suspended = new HashMap<>();

    @GuardedBy("this")
    private @Nullable Thread associatedThread;

    @GuardedBy("this")
    private int timeoutSeconds = DEFAULT_TIMEOUT_SECONDS;

    public SessionXaResource(ConnectionServices connection, XaMode mode, CompletionQueue completions) {
        this.broker = connection.broker();
        this.branches = broker.branches();
        this.connection = connection;
        this.mode = mode;
        this.completions = completions;
    }

    public XaMode mode() {
        return mode;
    }

    // ---- association of the session with a branch ----

    @Override
    public void start(Xid xid, int flags) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        runBounded(() -> XaExceptionTranslation.run(() -> start(id, flags)));
    }

    private synchronized void start(BranchId id, int flags) throws XAException {
        TransactionBranch current = mode.currentBranch();
        if (current != null) {
            throw XaExceptionTranslation.failure(
                    XAException.XAER_PROTO,
                    "The session is already associated with transaction" + " branch " + current.xid());
        }
        switch (flags) {
            case TMNOFLAGS ->
                associate(branches.begin(id, Duration.ofSeconds(timeoutSeconds), connection::onBranchEnded));
            case TMJOIN -> associate(branches.join(id, connection::onBranchEnded));
            case TMRESUME -> {
                TransactionBranch resumed = suspended.remove(id);
                if (resumed == null) {
                    throw XaExceptionTranslation.failure(
                            XAException.XAER_PROTO, "Transaction branch " + id + " is not suspended in this session");
                }
                associate(resumed);
            }
            default -> throw XaExceptionTranslation.invalidFlags("start", flags);
        }
    }

    @GuardedBy("this")
    private void associate(TransactionBranch branch) throws XAException {
        connection.brokerReferences().retain(branch);
        try {
            mode.adoptListenerMessage(branch);
        } catch (BrokerException refusal) {
            branches.end(branch, BranchEnd.FAIL);
            throw XaExceptionTranslation.failure(
                    XAException.XAER_RMERR,
                    "The message of the running listener cannot join transaction branch " + branch.xid(),
                    refusal);
        }
        mode.associate(branch);
        associatedThread = Thread.currentThread();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        // Pending asynchronous sends belong to the branch, or were begun before it (XA-16).
        completions.awaitEmpty();
        runBounded(() -> XaExceptionTranslation.run(() -> end(id, flags)));
    }

    private synchronized void end(BranchId id, int flags) throws XAException {
        if (flags != TMSUCCESS && flags != TMFAIL && flags != TMSUSPEND) {
            throw XaExceptionTranslation.invalidFlags("end", flags);
        }
        TransactionBranch current = mode.currentBranch();
        boolean working = current != null && current.xid().equals(id);
        TransactionBranch ended = working ? current : suspended.get(id);
        if (ended == null || (!working && flags == TMSUSPEND)) {
            throw XaExceptionTranslation.failure(
                    branches.isBegun(id) ? XAException.XAER_PROTO : XAException.XAER_NOTA,
                    "The session is not associated with transaction branch " + id);
        }
        boolean byOtherThread = working && !Thread.currentThread().equals(associatedThread);
        if (byOtherThread) {
            // Prevents the working thread from sending or receiving outside the branch before its end is certain.
            mode.abandon(ended);
        } else if (working) {
            mode.associate(null);
        } else {
            suspended.remove(id);
        }
        if (flags == TMSUSPEND) {
            suspended.put(id, ended);
        } else {
            branches.end(ended, flags == TMFAIL ? BranchEnd.FAIL : BranchEnd.SUCCESS);
        }
        if (byOtherThread && flags != TMFAIL) {
            mode.associate(null);
        }
    }

    // ---- completion ----

    @Override
    public int prepare(Xid xid) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        try (CallTimeBudget unused = broker.beginCall()) {
            return XaExceptionTranslation.call(() -> switch (branches.prepare(id)) {
                case PREPARED -> XA_OK;
                case READ_ONLY -> XA_RDONLY;
            });
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        runBounded(() -> XaExceptionTranslation.runCompletion(() -> branches.commit(id, onePhase)));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        runBounded(() -> XaExceptionTranslation.runCompletion(() -> branches.rollback(id)));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        runBounded(() -> XaExceptionTranslation.runCompletion(() -> branches.forget(id)));
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        try (CallTimeBudget unused = broker.beginCall()) {
            return scan.recover(flags, () -> XaExceptionTranslation.preparedXids(branches));
        }
    }

    /** Executes a call of the transaction manager within the time budget of one call (RCV-19). */
    private void runBounded(XaExceptionTranslation.XaAction call) throws XAException {
        try (CallTimeBudget unused = broker.beginCall()) {
            call.run();
        }
    }

    // ---- properties of the resource ----

    /** Returns whether both resources belong to the same node, so that they can share a branch. */
    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other instanceof SessionXaResource resource && resource.broker == broker;
    }

    @Override
    public synchronized int getTransactionTimeout() {
        return timeoutSeconds;
    }

    /** Sets the timeout of later branches; zero means the default. */
    @Override
    public synchronized boolean setTransactionTimeout(int seconds) throws XAException {
        if (seconds < 0) {
            throw XaExceptionTranslation.failure(
                    XAException.XAER_INVAL, "The timeout of " + seconds + " s is negative");
        }
        timeoutSeconds = seconds == 0 ? DEFAULT_TIMEOUT_SECONDS : seconds;
        return true;
    }
}
