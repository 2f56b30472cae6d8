package dev.restante.jms.xa;

import dev.restante.broker.Broker;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.BranchId;
import dev.restante.model.CallBound;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource by which a transaction manager completes after a crash what is in doubt in a store. It belongs to no
 * session and holds nothing open: each call uses a node of the store, so it works on after the store was lost and is
 * back. Thread-safe.
 */
public final class RecoveryXaResource implements XAResource {

    /** The nodes of one store in this JVM. */
    public interface Nodes {
        /**
         * One that lives.
         *
         * @throws JMSException if the store can't be used
         */
        Node use() throws JMSException;
    }

    /** A node as long as it is used. */
    public interface Node extends AutoCloseable {
        TransactionBranches branches();

        /** Begins a call that may wait for the store, as {@link Broker#bounded}. */
        CallBound bounded();

        @Override
        void close();
    }

    private final Nodes nodes;
    private final RecoveryScan scan = new RecoveryScan();

    public RecoveryXaResource(Nodes nodes) {
        this.nodes = nodes;
    }

    private Node use() throws XAException {
        try {
            return nodes.use();
        } catch (JMSException refusal) {
            throw XaCalls.failure(XAException.XAER_RMFAIL, "The store can't be used: " + refusal.getMessage(), refusal);
        }
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return scan.recover(flags, () -> {
            try (Node node = use();
                    CallBound unused = node.bounded()) {
                return XaCalls.prepared(node.branches());
            }
        });
    }

    private interface Completion {
        void of(TransactionBranches branches, BranchId id);
    }

    private void complete(Xid xid, Completion completion) throws XAException {
        BranchId id = XaCalls.id(xid);
        XaCalls.completed(() -> {
            try (Node node = use();
                    CallBound unused = node.bounded()) {
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

    /** Whether the other one is of the same factory. */
    @Override
    public boolean isSameRM(@Nullable XAResource other) {
        return other instanceof RecoveryXaResource resource && resource.nodes == nodes;
    }

    // ---- what only sessions do ----

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
        return XaCalls.failure(
                XAException.XAER_PROTO,
                "This resource is for recovery only; work in transactions with the resource of a session");
    }

    /** Branches don't begin here. */
    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
