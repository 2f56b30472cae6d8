package dev.restante.ra.server;

import java.util.Arrays;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * XA resource of a session that passes calls on and records whether the session is in a transaction and how it ended.
 * Thread-safe.
 */
public final class TrackedXaResource implements XAResource {

    /** Timeout of ten days, which is practically unlimited. */
    private static final int UNLIMITED_SECONDS = 10 * 24 * 60 * 60;

    private final XAResource delegate;
    private volatile boolean inTransaction;
    private volatile boolean failed;
    private volatile boolean rolledBack;
    private volatile @Nullable Thread associatedThread;
    private volatile boolean endedByOtherThread;

    private volatile @Nullable Xid endedBranch;

    /**
     * Creates a resource without a transaction timeout of its own, because the server limits its transactions itself.
     */
    public TrackedXaResource(XAResource delegate) {
        this.delegate = delegate;
        try {
            boolean unused = delegate.setTransactionTimeout(UNLIMITED_SECONDS);
        } catch (XAException failure) {
            throw new IllegalStateException("A resource of Restante accepts any timeout", failure);
        }
    }

    /** Returns whether the session is in a transaction. */
    public boolean isInTransaction() {
        return inTransaction;
    }

    /**
     * Returns whether a thread other than its first thread ended the last transaction, for example after a timeout.
     *
     * <p>The session then rejects all calls until it is in another transaction.
     */
    public boolean wasEndedByOtherThread() {
        return endedByOtherThread;
    }

    /** Returns whether the last transaction was rolled back. */
    public boolean wasRolledBack() {
        return rolledBack;
    }

    /**
     * Marks the current transaction as failed, so that its branch is rolled back even if the transaction manager
     * commits.
     */
    public void markFailed() {
        failed = inTransaction;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        delegate.start(xid, flags);
        failed = false;
        rolledBack = false;
        associatedThread = Thread.currentThread();
        endedByOtherThread = false;
        endedBranch = null;
        inTransaction = true;
    }

    /**
     * Ignores a second end of the same branch.
     *
     * <p>At the commit, Narayana ends a resource that joined another branch even if the container has delisted it
     * earlier.
     */
    @Override
    public void end(Xid xid, int flags) throws XAException {
        Xid before = endedBranch;
        if (flags == TMSUCCESS && before != null && same(before, xid)) {
            return;
        }
        boolean fails = failed && flags == TMSUCCESS;
        try {
            delegate.end(xid, fails ? TMFAIL : flags);
            endedBranch = flags == TMSUCCESS && !fails ? xid : null;
        } finally {
            endedByOtherThread = inTransaction && !Thread.currentThread().equals(associatedThread);
            inTransaction = false;
        }
    }

    private static boolean same(Xid one, Xid other) {
        return one.getFormatId() == other.getFormatId()
                && Arrays.equals(one.getGlobalTransactionId(), other.getGlobalTransactionId())
                && Arrays.equals(one.getBranchQualifier(), other.getBranchQualifier());
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return delegate.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        delegate.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        rolledBack = true;
        delegate.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        delegate.forget(xid);
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return delegate.recover(flags);
    }

    @Override
    public boolean isSameRM(@Nullable XAResource other) throws XAException {
        XAResource own = XaResourceUnwrapper.unwrapped(other);
        return delegate.isSameRM(own instanceof TrackedXaResource resource ? resource.delegate : own);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return delegate.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return delegate.setTransactionTimeout(seconds == 0 ? UNLIMITED_SECONDS : seconds);
    }
}
