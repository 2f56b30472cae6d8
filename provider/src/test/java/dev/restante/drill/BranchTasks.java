package dev.restante.drill;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.drill.DrillWorker.TaskIteration;
import dev.restante.feature.xa.BranchName;
import dev.restante.timedhistory.SendOptions;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.XAConnection;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Work of a drill's worker in branches of distributed transactions, with the calls of a transaction manager. It commits
 * each prepared branch, however often the store refuses, and rolls back a branch whose preparation failed. Thread-safe.
 */
final class BranchTasks {

    private static final String BRANCHES = "branches";

    private final WorkerPace pace;

    BranchTasks(WorkerPace pace) {
        this.pace = pace;
    }

    /** Sends in one branch, and relays in the next one. */
    TaskIteration relay(WorkerSession session, XAResource resource) throws JMSException {
        session.openConsumer(BRANCHES);
        MessageProducer toBranches = session.producer(BRANCHES);
        MessageProducer toOut = session.producer(DrillTasks.OUT);
        return () -> {
            String id = pace.newId();
            Xid sending = start(resource);
            session.send(List.of(BRANCHES + "/" + id), SendOptions.NONE, () -> {
                toBranches.send(session.message(id));
                commit(resource, sending);
            });
            Xid relaying = start(resource);
            WorkerSession.Received received = session.receive();
            if (received == null) {
                commit(resource, relaying);
            } else {
                String relayed = received.id();
                session.move(received, DrillTasks.OUT + "/" + relayed, () -> {
                    toOut.send(session.message(relayed));
                    commit(resource, relaying);
                });
            }
            pace.pause(8);
        };
    }

    private Xid start(XAResource resource) throws JMSException {
        Xid branch = BranchName.of(pace.newId());
        try {
            resource.start(branch, XAResource.TMNOFLAGS);
            return branch;
        } catch (XAException e) {
            throw refusal("start", e);
        }
    }

    private void commit(XAResource resource, Xid branch) throws JMSException {
        try {
            resource.end(branch, XAResource.TMSUCCESS);
            if (resource.prepare(branch) == XAResource.XA_RDONLY) {
                return;
            }
        } catch (XAException e) {
            finish(() -> resource.rollback(branch));
            throw refusal("prepare", e);
        }
        finish(() -> resource.commit(branch, false));
    }

    /** Second phase of a branch. */
    private interface SecondPhase {
        void execute() throws XAException;
    }

    /** Executes the second phase until the store has done it. It does not know a branch that it has finished before. */
    private void finish(SecondPhase phase) {
        while (true) {
            try {
                phase.execute();
                return;
            } catch (XAException e) {
                if (e.errorCode == XAException.XAER_NOTA || isRollback(e)) {
                    return;
                }
                if (e.errorCode != XAException.XAER_RMFAIL && e.errorCode != XAException.XA_RETRY) {
                    throw new IllegalStateException("The second phase fails with code " + e.errorCode, e);
                }
                pace.pause(20);
            }
        }
    }

    private static boolean isRollback(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    private static JMSException refusal(String call, XAException e) {
        JMSException refusal = new JMSException("The call of " + call + " fails", "XA" + e.errorCode);
        refusal.initCause(e);
        return refusal;
    }

    /** Rolls back the prepared branches of workers that were killed, as their transaction managers do later. */
    static void rollBackAll(RestanteXAConnectionFactory factory) throws JMSException {
        try (XAConnection connection = factory.createXAConnection()) {
            XAResource resource = connection.createXASession().getXAResource();
            for (Xid branch : resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) {
                resource.rollback(branch);
            }
        } catch (XAException e) {
            throw refusal("recover", e);
        }
    }
}
