package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BranchException;
import dev.restante.broker.Broker;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.TransactionBranches.Leaving;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource by which a transaction manager controls the transactions of a session. It goes on working after the session and its connection are closed, because branches may end later than these.
 *
 * <p>Thread-safe: managers also call from the threads of their time-outs. The monitor guards which branch the session works for; completing a branch does not need it.
 */
final class SessionXaResource implements XAResource {

    /** How long a branch may take where nobody says so, in seconds. */
    static final int DEFAULT_TIMEOUT_SECONDS = 300;

    private final Broker broker;
    private final TransactionBranches branches;
    private final RestanteConnection connection;
    private final XaMode mode;
    private final CompletionQueue completions;

    @GuardedBy("this")
    private final Map<BranchId, TransactionBranch> suspended = new HashMap<>();

    @GuardedBy("this")
    private int timeoutSeconds = DEFAULT_TIMEOUT_SECONDS;

    @GuardedBy("this")
    private boolean scanning;

    SessionXaResource(RestanteConnection connection, XaMode mode, CompletionQueue completions) {
        this.broker = connection.broker();
        this.branches = broker.branches();
        this.connection = connection;
        this.mode = mode;
        this.completions = completions;
    }

    private interface Call<T> {
        T run() throws XAException;
    }

    private static <T> T translated(Call<T> call) throws XAException {
        try {
            return call.run();
        } catch (BranchException refusal) {
            throw failure(code(refusal.reason()), String.valueOf(refusal.getMessage()), refusal);
        } catch (RuntimeException unexpected) {
            throw failure(XAException.XAER_RMERR, "Unexpected failure: " + unexpected, unexpected);
        }
    }

    private interface Action {
        void run() throws XAException;
    }

    private static void translatedRun(Action action) throws XAException {
        boolean done = translated(() -> {
            action.run();
            return true;
        });
        assert done;
    }

    private static int code(BranchException.Reason reason) {
        return switch (reason) {
            case NOT_FOUND -> XAException.XAER_NOTA;
            case DUPLICATE -> XAException.XAER_DUPID;
            case PROTOCOL -> XAException.XAER_PROTO;
            case ROLLED_BACK -> XAException.XA_RBROLLBACK;
            case TIMED_OUT -> XAException.XA_RBTIMEOUT;
            case HEURISTICALLY_COMMITTED -> XAException.XA_HEURCOM;
            case HEURISTICALLY_ROLLED_BACK -> XAException.XA_HEURRB;
            case UNAVAILABLE -> XAException.XAER_RMFAIL;
            case FAILED -> XAException.XAER_RMERR;
        };
    }

    private static XAException failure(int code, String text, @Nullable Throwable cause) {
        XAException failure = new XAException(text);
        failure.errorCode = code;
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    private static BranchId id(@Nullable Xid xid) throws XAException {
        if (xid == null || xid.getFormatId() == -1) {
            throw failure(XAException.XAER_INVAL, "The xid is null", null);
        }
        try {
            return new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
        } catch (IllegalArgumentException | NullPointerException invalid) {
            throw failure(XAException.XAER_INVAL, "The xid is invalid: " + invalid.getMessage(), invalid);
        }
    }

    // ---- which branch the session works for ----

    @Override
    public void start(Xid xid, int flags) throws XAException {
        BranchId id = id(xid);
        translatedRun(() -> start(id, flags));
    }

    private synchronized void start(BranchId id, int flags) throws XAException {
        TransactionBranch current = mode.current();
        if (current != null) {
            throw failure(
                    XAException.XAER_PROTO,
                    "The session works for transaction branch " + current.xid() + " already",
                    null);
        }
        switch (flags) {
            case TMNOFLAGS -> mode.current(begin(id));
            case TMJOIN -> mode.current(branches.join(id));
            case TMRESUME -> {
                TransactionBranch resumed = suspended.remove(id);
                if (resumed == null) {
                    throw failure(XAException.XAER_PROTO, "Transaction branch " + id + " is not suspended here", null);
                }
                mode.current(resumed);
            }
            default -> throw invalidFlags("start", flags);
        }
    }

    @GuardedBy("this")
    private TransactionBranch begin(BranchId id) {
        TransactionBranch[] begun = new TransactionBranch[1];
        TransactionBranch branch = branches.begin(id, Duration.ofSeconds(timeoutSeconds), () -> {
            mode.over(begun[0]);
            connection.consumerEnds().sweep();
            connection.release();
        });
        begun[0] = branch;
        connection.retain();
        return branch;
    }

    private static XAException invalidFlags(String call, int flags) {
        return failure(XAException.XAER_INVAL, call + " has no flags 0x" + Integer.toHexString(flags), null);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        BranchId id = id(xid);
        // What is being sent asynchronously belongs to the branch, or to what was before it (XA-16).
        completions.awaitEmpty();
        translatedRun(() -> end(id, flags));
    }

    private synchronized void end(BranchId id, int flags) throws XAException {
        if (flags != TMSUCCESS && flags != TMFAIL && flags != TMSUSPEND) {
            throw invalidFlags("end", flags);
        }
        TransactionBranch current = mode.current();
        boolean working = current != null && current.xid().equals(id);
        TransactionBranch ended = working ? current : suspended.get(id);
        if (ended == null || (!working && flags == TMSUSPEND)) {
            throw failure(
                    branches.isBegun(id) ? XAException.XAER_PROTO : XAException.XAER_NOTA,
                    "The session does not work for transaction branch " + id,
                    null);
        }
        if (working) {
            mode.current(null);
        } else {
            suspended.remove(id);
        }
        if (flags == TMSUSPEND) {
            suspended.put(id, ended);
        } else {
            branches.leave(ended, flags == TMFAIL ? Leaving.FAILED : Leaving.DONE);
        }
    }

    // ---- completion ----

    @Override
    public int prepare(Xid xid) throws XAException {
        BranchId id = id(xid);
        return translated(() -> switch (branches.prepare(id)) {
            case PREPARED -> XA_OK;
            case READ_ONLY -> XA_RDONLY;
        });
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        BranchId id = id(xid);
        translatedRun(() -> branches.commit(id, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        BranchId id = id(xid);
        translatedRun(() -> branches.rollback(id));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        BranchId id = id(xid);
        translatedRun(() -> branches.forget(id));
    }

    /** All in one go: the first call of a scan returns every branch, further ones none. */
    @Override
    public Xid[] recover(int flag) throws XAException {
        if ((flag & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
            throw invalidFlags("recover", flag);
        }
        boolean starts = (flag & TMSTARTRSCAN) != 0;
        synchronized (this) {
            if (!starts && !scanning) {
                throw failure(XAException.XAER_INVAL, "There is no recovery scan to go on with", null);
            }
            scanning = (flag & TMENDRSCAN) == 0;
        }
        if (!starts) {
            return new Xid[0];
        }
        return translated(() -> branches.prepared().stream()
                .map(Branch::xid)
                .map(RecoveredXid::new)
                .toArray(Xid[]::new));
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
            throw failure(XAException.XAER_INVAL, "The time-out of " + seconds + " s is negative", null);
        }
        timeoutSeconds = seconds == 0 ? DEFAULT_TIMEOUT_SECONDS : seconds;
        return true;
    }

    /** An xid as {@link #recover} returns it. */
    private record RecoveredXid(BranchId id) implements Xid {
        @Override
        public int getFormatId() {
            return id.formatId();
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return id.globalId();
        }

        @Override
        public byte[] getBranchQualifier() {
            return id.qualifier();
        }
    }
}
