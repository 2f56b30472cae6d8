package dev.restante.jta;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** XA resource that reports each call to a watcher before and after the call. */
final class WatchedResource implements XAResource {

    enum Call {
        START,
        END,
        PREPARE,
        COMMIT,
        COMMIT_ONE_PHASE,
        ROLLBACK,
        FORGET
    }

    interface Watcher {
        void before(Call call);

        /** Handles a call that has returned without an exception. */
        default void after(Call call) {}
    }

    private final XAResource watched;
    private final Watcher watcher;

    WatchedResource(XAResource watched, Watcher watcher) {
        this.watched = watched;
        this.watcher = watcher;
    }

    private interface Action {
        void run() throws XAException;
    }

    private void watch(Call call, Action action) throws XAException {
        watcher.before(call);
        action.run();
        watcher.after(call);
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        watch(Call.START, () -> watched.start(xid, flags));
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        watch(Call.END, () -> watched.end(xid, flags));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        int[] vote = new int[1];
        watch(Call.PREPARE, () -> vote[0] = watched.prepare(xid));
        return vote[0];
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        watch(onePhase ? Call.COMMIT_ONE_PHASE : Call.COMMIT, () -> watched.commit(xid, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        watch(Call.ROLLBACK, () -> watched.rollback(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        watch(Call.FORGET, () -> watched.forget(xid));
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return watched.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return watched.isSameRM(other instanceof WatchedResource resource ? resource.watched : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return watched.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return watched.setTransactionTimeout(seconds);
    }
}
