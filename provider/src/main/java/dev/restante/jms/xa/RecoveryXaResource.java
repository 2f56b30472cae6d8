package dev.restante.jms.xa;

import dev.restante.broker.Broker;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.BranchId;
import dev.restante.model.CallTimeBudget;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * XA resource for recovery after a crash, which opens the store only during a call. It belongs to no session, and still
 * works after an outage of the store. Thread-safe.
 */
public final class RecoveryXaResource implements XAResource {

    /** Source of the current node of a store in this JVM. */
    public interface RecoveryNodeSource {
        /**
         * Returns a node that is open until the caller closes the result.
         *
         * @throws JMSException if the store cannot be used
         */
        RecoveryNode use() throws JMSException;
    }

    /** Node that stays open until this object is closed. */
    public interface RecoveryNode extends AutoCloseable {
        TransactionBranches branches();

        /** Begins a call, see {@link Broker#beginCall}. */
        CallTimeBudget startTimeBudget();

        @Override
        void close();
    }

    private final RecoveryNodeSource nodes;
    private final RecoveryScan scan = new RecoveryScan();

    public RecoveryXaResource(RecoveryNodeSource nodes) {
        this.nodes = nodes;
    }

    private RecoveryNode acquire() throws XAException {
        try {
            return nodes.use();
        } catch (JMSException refusal) {
            throw XaExceptionTranslation.failure(
                    XAException.XAER_RMFAIL, "The store cannot be used: " + refusal.getMessage(), refusal);
        }
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return scan.recover(flags, () -> {
            try (RecoveryNode node = acquire();
                    CallTimeBudget unused = node.startTimeBudget()) {
                return XaExceptionTranslation.preparedXids(node.branches());
            }
        });
    }

    private interface RecoveryCompletion {
        void of(TransactionBranches branches, BranchId id);
    }

    private void complete(Xid xid, RecoveryCompletion completion) throws XAException {
        BranchId id = XaExceptionTranslation.branchId(xid);
        XaExceptionTranslation.runCompletion(() -> {
            try (RecoveryNode node = acquire();
                    CallTimeBudget unused = node.startTimeBudget()) {
                completion.of(node.branches(), id);
            }
        });
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        complete(xid, (branches, id) -> branches.commit(id, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        complete(xid, TransactionBranches::rollback);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        complete(xid, TransactionBranches::forget);
    }

    /** Returns whether both resources belong to the same connection factory. */
    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other instanceof RecoveryXaResource resource && resource.nodes == nodes;
    }

    // ---- calls for sessions only ----

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw forRecoveryOnly();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw forRecoveryOnly();
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw forRecoveryOnly();
    }

    private static XAException forRecoveryOnly() {
        return XaExceptionTranslation.failure(
                XAException.XAER_PROTO,
                "This resource is for recovery only. Use the resource of a session for transactions.");
    }

    /** Returns 0, because no branch begins at this resource. */
    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
