package dev.restante.ra.server;

import java.util.Arrays;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource of a session that a server has; knows whether the session works in a transaction at the moment, and how
 * the last one ended. Thread-safe.
 */
public final class TrackedResource implements XAResource {

    /** As good as none: ten days. A branch whose server has died is rolled back long before. */
    private static final int UNLIMITED_SECONDS = 10 * 24 * 60 * 60;

    private final XAResource tracked;
    private volatile boolean working;
    private volatile boolean failed;
    private volatile boolean rolledBack;
    private volatile @Nullable Thread worker;
    private volatile boolean takenAway;

    /** The branch for which it has worked, once that has ended well. */
    private volatile @Nullable Xid done;

    /** Transactions of the server take as long as the server lets them, unless it says something to its resources. */
    public TrackedResource(XAResource tracked) {
        this.tracked = tracked;
        try {
            boolean unused = tracked.setTransactionTimeout(UNLIMITED_SECONDS);
        } catch (XAException failure) {
            throw new IllegalStateException("A resource of Restante takes any time-out", failure);
        }
    }

    /** Whether what is done now belongs to a transaction. */
    public boolean working() {
        return working;
    }

    /**
     * Whether the last transaction was ended by another thread than it was begun by, as after a time-out: the session
     * then refuses everything until it works for another.
     */
    public boolean takenAway() {
        return takenAway;
    }

    /** Whether the last transaction was rolled back. */
    public boolean rolledBack() {
        return rolledBack;
    }

    /** What is done now has failed, whatever the transaction manager thinks of it: its branch is rolled back. */
    public void fail() {
        failed = working;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        tracked.start(xid, flags);
        failed = false;
        rolledBack = false;
        worker = Thread.currentThread();
        takenAway = false;
        done = null;
        working = true;
    }

    /**
     * Narayana ends a resource that has joined the branch of another one at the commit in any case, also if the
     * container has delisted it when its handle was closed.
     */
    @Override
    public void end(Xid xid, int flags) throws XAException {
        Xid before = done;
        if (flags == TMSUCCESS && before != null && same(before, xid)) {
            return;
        }
        boolean fails = failed && flags == TMSUCCESS;
        try {
            tracked.end(xid, fails ? TMFAIL : flags);
            done = flags == TMSUCCESS && !fails ? xid : null;
        } finally {
            takenAway = working && !Thread.currentThread().equals(worker);
            working = false;
        }
    }

    private static boolean same(Xid one, Xid other) {
        return one.getFormatId() == other.getFormatId()
                && Arrays.equals(one.getGlobalTransactionId(), other.getGlobalTransactionId())
                && Arrays.equals(one.getBranchQualifier(), other.getBranchQualifier());
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return tracked.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        tracked.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        rolledBack = true;
        tracked.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        tracked.forget(xid);
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return tracked.recover(flags);
    }

    @Override
    public boolean isSameRM(@Nullable XAResource other) throws XAException {
        XAResource own = ServerResources.unwrapped(other);
        return tracked.isSameRM(own instanceof TrackedResource resource ? resource.tracked : own);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return tracked.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return tracked.setTransactionTimeout(seconds == 0 ? UNLIMITED_SECONDS : seconds);
    }
}
