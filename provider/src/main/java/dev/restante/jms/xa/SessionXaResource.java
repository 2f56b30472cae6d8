package dev.restante.jms.xa;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.TransactionBranches.Leaving;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.model.BranchId;
import dev.restante.model.CallBound;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource by which a transaction manager controls the transactions of a session. It goes on working after the
 * session and its connection are closed, because branches may end later than these.
 *
 * <p>Thread-safe: managers also call from the threads of their time-outs. The monitor guards which branch the session
 * works for; completing a branch does not need it.
 */
public final class SessionXaResource implements XAResource {

    /** How long a branch may take where nobody says so, in seconds. */
    static final int DEFAULT_TIMEOUT_SECONDS = 300;

    private final Broker broker;
    private final TransactionBranches branches;
    private final ConnectionServices connection;
    private final XaMode mode;
    private final CompletionQueue completions;
    private final RecoveryScan scan = new RecoveryScan();

    @GuardedBy("this")
    private final Map<BranchId, TransactionBranch> suspended = new HashMap<>();

    /** Who has begun to work for the current branch, or for the last one. */
    @GuardedBy("this")
    private @Nullable Thread worker;

    @GuardedBy("this")
    private int timeoutSeconds = DEFAULT_TIMEOUT_SECONDS;

    public SessionXaResource(ConnectionServices connection, XaMode mode, CompletionQueue completions) {
        this.broker = connection.broker();
        this.branches = broker.branches();
        this.connection = connection;
        this.mode = mode;
        this.completions = completions;
    }

    // ---- which branch the session works for ----

    @Override
    public void start(Xid xid, int flags) throws XAException {
        BranchId id = XaCalls.id(xid);
        bounded(() -> XaCalls.translatedRun(() -> start(id, flags)));
    }

    private synchronized void start(BranchId id, int flags) throws XAException {
        TransactionBranch current = mode.current();
        if (current != null) {
            throw XaCalls.failure(
                    XAException.XAER_PROTO, "The session works for transaction branch " + current.xid() + " already");
        }
        switch (flags) {
            case TMNOFLAGS -> work(branches.begin(id, Duration.ofSeconds(timeoutSeconds), connection::branchOver));
            case TMJOIN -> work(branches.join(id, connection::branchOver));
            case TMRESUME -> {
                TransactionBranch resumed = suspended.remove(id);
                if (resumed == null) {
                    throw XaCalls.failure(
                            XAException.XAER_PROTO, "Transaction branch " + id + " is not suspended here");
                }
                work(resumed);
            }
            default -> throw XaCalls.invalidFlags("start", flags);
        }
    }

    @GuardedBy("this")
    private void work(TransactionBranch branch) throws XAException {
        connection.use().retain(branch);
        try {
            mode.adoptListened(branch);
        } catch (BrokerException refusal) {
            branches.leave(branch, Leaving.FAILED);
            throw XaCalls.failure(
                    XAException.XAER_RMERR,
                    "The message that the listener has in hand can't be part of transaction branch " + branch.xid(),
                    refusal);
        }
        mode.current(branch);
        worker = Thread.currentThread();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        BranchId id = XaCalls.id(xid);
        // What is being sent asynchronously belongs to the branch, or to what was before it (XA-16).
        completions.awaitEmpty();
        bounded(() -> XaCalls.translatedRun(() -> end(id, flags)));
    }

    private synchronized void end(BranchId id, int flags) throws XAException {
        if (flags != TMSUCCESS && flags != TMFAIL && flags != TMSUSPEND) {
            throw XaCalls.invalidFlags("end", flags);
        }
        TransactionBranch current = mode.current();
        boolean working = current != null && current.xid().equals(id);
        TransactionBranch ended = working ? current : suspended.get(id);
        if (ended == null || (!working && flags == TMSUSPEND)) {
            throw XaCalls.failure(
                    branches.isBegun(id) ? XAException.XAER_PROTO : XAException.XAER_NOTA,
                    "The session does not work for transaction branch " + id);
        }
        boolean byAnother = working && !Thread.currentThread().equals(worker);
        if (byAnother) {
            // Unless all is well: the one who works must not go on outside of the branch for an instant.
            mode.abandon(ended);
        } else if (working) {
            mode.current(null);
        } else {
            suspended.remove(id);
        }
        if (flags == TMSUSPEND) {
            suspended.put(id, ended);
        } else {
            branches.leave(ended, flags == TMFAIL ? Leaving.FAILED : Leaving.DONE);
        }
        if (byAnother && flags != TMFAIL) {
            mode.current(null);
        }
    }

    // ---- completion ----

    @Override
    public int prepare(Xid xid) throws XAException {
        BranchId id = XaCalls.id(xid);
        try (CallBound unused = broker.bounded()) {
            return XaCalls.translated(() -> switch (branches.prepare(id)) {
                case PREPARED -> XA_OK;
                case READ_ONLY -> XA_RDONLY;
            });
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        BranchId id = XaCalls.id(xid);
        bounded(() -> XaCalls.completed(() -> branches.commit(id, onePhase)));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        BranchId id = XaCalls.id(xid);
        bounded(() -> XaCalls.completed(() -> branches.rollback(id)));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        BranchId id = XaCalls.id(xid);
        bounded(() -> XaCalls.completed(() -> branches.forget(id)));
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        try (CallBound unused = broker.bounded()) {
            return scan.recover(flags, () -> XaCalls.prepared(branches));
        }
    }

    /** Makes a call of a transaction manager within the bound of one call (RCV-19). */
    private void bounded(XaCalls.Action call) throws XAException {
        try (CallBound unused = broker.bounded()) {
            call.run();
        }
    }

    // ---- the resource ----

    /** Whether the other one is of the same node, so that one branch can serve both. */
    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other instanceof SessionXaResource resource && resource.broker == broker;
    }

    @Override
    public synchronized int getTransactionTimeout() {
        return timeoutSeconds;
    }

    /** For branches that begin from now on; zero stands for the default. */
    @Override
    public synchronized boolean setTransactionTimeout(int seconds) throws XAException {
        if (seconds < 0) {
            throw XaCalls.failure(XAException.XAER_INVAL, "The time-out of " + seconds + " s is negative");
        }
        timeoutSeconds = seconds == 0 ? DEFAULT_TIMEOUT_SECONDS : seconds;
        return true;
    }
}
