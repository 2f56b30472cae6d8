package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Administration;
import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.BranchId;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;

/**
 * Administration of distributed transactions: {@code admin.transactions()}. Thread-safe.
 *
 * <p>A branch that is prepared waits for its transaction manager, for ever if need be, and keeps its messages
 * meanwhile. Where that manager will not come back, an administrator decides in its place: a <em>heuristic</em>
 * decision, which the manager is told of if it comes back after all. If it has decided otherwise for the other
 * resources of the transaction, these and this store then disagree; so ask it first.
 *
 * <p>Errors are those of {@link RestanteAdmin}. A text that is no xid throws an {@link IllegalArgumentException}.
 */
public final class TransactionsAdmin {

    private final Administration node;
    private final AdminCalls calls;

    TransactionsAdmin(Administration node, AdminCalls calls) {
        this.node = node;
        this.calls = calls;
    }

    /**
     * The branches of all nodes that are in doubt, or were decided by an administrator and not forgotten; those
     * prepared first come first.
     */
    public List<TransactionDescription> list() throws JMSException {
        return asking(() ->
                branches().prepared().stream().map(TransactionDescription::of).toList());
    }

    /**
     * Commits a branch that is in doubt.
     *
     * @param xid as in {@link TransactionDescription#xid()}
     * @return false if there is none
     * @throws IllegalStateException if an administrator has decided it already
     */
    public boolean commit(String xid) throws JMSException {
        BranchId id = id(xid);
        return there(() -> branches().decide(id, true));
    }

    /**
     * Rolls a branch back that is in doubt.
     *
     * @param xid as in {@link TransactionDescription#xid()}
     * @return false if there is none
     * @throws IllegalStateException if an administrator has decided it already
     */
    public boolean rollback(String xid) throws JMSException {
        BranchId id = id(xid);
        return there(() -> branches().decide(id, false));
    }

    /**
     * Forgets a branch that an administrator has decided; a transaction manager that comes back then finds that there
     * is none.
     *
     * @param xid as in {@link TransactionDescription#xid()}
     * @return false if there is none
     * @throws IllegalStateException if it is in doubt
     */
    public boolean forget(String xid) throws JMSException {
        BranchId id = id(xid);
        return there(() -> branches().forget(id));
    }

    private static BranchId id(String xid) {
        return BranchId.parse(requireNonNull(xid, "xid"));
    }

    private boolean there(Runnable decision) throws JMSException {
        return asking(() -> {
            try {
                decision.run();
                return true;
            } catch (BranchException refusal) {
                if (refusal.reason() == BranchException.Reason.NOT_FOUND) {
                    return false;
                }
                throw refusal;
            }
        });
    }

    private <T> T asking(AdminCalls.Question<T> question) throws JMSException {
        try {
            return calls.asking(question);
        } catch (BranchException refusal) {
            throw translated(refusal);
        }
    }

    private JMSException translated(BranchException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return switch (refusal.reason()) {
            case UNAVAILABLE ->
                ExceptionTranslation.linked(new JMSException(text, ErrorCodes.STORE_UNAVAILABLE), refusal);
            case FAILED -> ExceptionTranslation.linked(new JMSException(text, ErrorCodes.STORE_FAILED), refusal);
            case IN_DOUBT ->
                calls.translated(new BrokerException(BrokerException.Reason.OUTCOME_UNKNOWN, text, refusal.getCause()));
            case NOT_FOUND,
                    DUPLICATE,
                    PROTOCOL,
                    ROLLED_BACK,
                    TIMED_OUT,
                    HEURISTICALLY_COMMITTED,
                    HEURISTICALLY_ROLLED_BACK ->
                ExceptionTranslation.linked(new IllegalStateException(text, ErrorCodes.ILLEGAL_STATE), refusal);
        };
    }

    private Administration.Branches branches() {
        return node.branches();
    }
}
