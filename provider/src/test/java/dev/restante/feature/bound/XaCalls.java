package dev.restante.feature.bound;

import dev.restante.feature.xa.BranchName;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import java.util.List;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Calls of a transaction manager. */
final class XaCalls {

    private XaCalls() {}

    static List<StoreCall> all() {
        return List.of(
                new StoreCall("XAResource.start", caller -> {
                    XAResource resource = caller.xaSession().getXAResource();
                    return () -> resource.start(BranchName.of(caller.ownName()), XAResource.TMNOFLAGS);
                }),
                new StoreCall("XAResource.end", caller -> {
                    Branch branch = begun(caller);
                    return branch::end;
                }),
                new StoreCall("XAResource.prepare", caller -> {
                    Branch branch = ended(caller);
                    return () -> branch.resource.prepare(branch.xid);
                }),
                new StoreCall("XAResource.commit of a prepared branch", caller -> {
                    Branch branch = prepared(caller);
                    return () -> branch.resource.commit(branch.xid, false);
                }),
                new StoreCall("XAResource.commit in one phase", caller -> {
                    Branch branch = ended(caller);
                    return () -> branch.resource.commit(branch.xid, true);
                }),
                new StoreCall("XAResource.rollback", caller -> {
                    Branch branch = ended(caller);
                    return () -> branch.resource.rollback(branch.xid);
                }),
                new StoreCall("XAResource.rollback of a prepared branch", caller -> {
                    Branch branch = prepared(caller);
                    return () -> branch.resource.rollback(branch.xid);
                }),
                new StoreCall("XAResource.forget", caller -> {
                    XAResource resource = caller.xaSession().getXAResource();
                    return () -> resource.forget(BranchName.of(caller.ownName()));
                }),
                new StoreCall("XAResource.recover", caller -> {
                    XAResource resource = caller.xaSession().getXAResource();
                    return () -> resource.recover(XAResource.TMSTARTRSCAN);
                }),
                new StoreCall("XAResource.recover of a recovery resource", caller -> {
                    XAResource resource = caller.factory().createRecoveryResource();
                    return () -> resource.recover(XAResource.TMSTARTRSCAN);
                }),
                new StoreCall("XASession.close with a begun branch", caller -> begun(caller).session::close));
    }

    private record Branch(XASession session, XAResource resource, Xid xid) {
        void end() throws Exception {
            resource.end(xid, XAResource.TMSUCCESS);
        }
    }

    /** Begins a branch, sends one message and receives another message. */
    private static Branch begun(Caller caller) throws Exception {
        XASession session = caller.xaSession();
        Branch branch = new Branch(session, session.getXAResource(), BranchName.of(caller.ownName()));
        branch.resource.start(branch.xid, XAResource.TMNOFLAGS);
        Session inner = session.getSession();
        inner.createProducer(caller.queue(inner)).send(caller.message(inner));
        var unused = caller.received(inner);
        return branch;
    }

    private static Branch ended(Caller caller) throws Exception {
        Branch branch = begun(caller);
        branch.end();
        return branch;
    }

    private static Branch prepared(Caller caller) throws Exception {
        Branch branch = ended(caller);
        int unused = branch.resource.prepare(branch.xid);
        return branch;
    }
}
