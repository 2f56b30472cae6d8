package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.BranchId;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;

/**
 * Administration of in-doubt distributed transactions: lists prepared branches, commits or rolls them back instead of
 * the transaction manager, and forgets decided branches. Obtained from {@code admin.transactions()}. Thread-safe.
 *
 * <p>A prepared branch waits indefinitely for its transaction manager, and its messages stay unavailable meanwhile. If
 * the transaction manager is lost, an administrator can decide the branch (a <em>heuristic</em> decision). A
 * transaction manager that returns later learns of this decision. If it decided differently for other resources, those
 * resources and this store are inconsistent. Therefore check its decision first.
 *
 * <p>Errors are those of {@link RestanteAdmin}. An invalid xid causes an {@link IllegalArgumentException}.
 */
public final class TransactionsAdmin {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;

    TransactionsAdmin(BrokerAdministration node, AdminCallExecutor executor) {
        this.node = node;
        this.executor = executor;
    }

    /**
     * Returns the branches of all nodes that are in doubt, or were decided by an administrator and not yet forgotten.
     * The list is ordered by the time of the prepare.
     */
    public List<TransactionDescription> list() throws JMSException {
        return asking(() ->
                branches().prepared().stream().map(TransactionDescription::of).toList());
    }

    /**
     * Commits an in-doubt branch.
     *
     * @param xid the {@link TransactionDescription#xid()}
     * @return false if the branch does not exist
     * @throws IllegalStateException if an administrator has already decided the branch
     */
    public boolean commit(String xid) throws JMSException {
        BranchId id = id(xid);
        return decideIfPresent(() -> branches().completeHeuristically(id, true));
    }

    /**
     * Rolls back an in-doubt branch.
     *
     * @param xid the {@link TransactionDescription#xid()}
     * @return false if the branch does not exist
     * @throws IllegalStateException if an administrator has already decided the branch
     */
    public boolean rollback(String xid) throws JMSException {
        BranchId id = id(xid);
        return decideIfPresent(() -> branches().completeHeuristically(id, false));
    }

    /**
     * Forgets a branch that an administrator has decided. A transaction manager that returns later does not find it.
     *
     * @param xid the {@link TransactionDescription#xid()}
     * @return false if the branch does not exist
     * @throws IllegalStateException if the branch is in doubt
     */
    public boolean forget(String xid) throws JMSException {
        BranchId id = id(xid);
        return decideIfPresent(() -> branches().forget(id));
    }

    private static BranchId id(String xid) {
        return BranchId.parse(requireNonNull(xid, "xid"));
    }

    private boolean decideIfPresent(Runnable decision) throws JMSException {
        return asking(() -> {
            try {
                decision.run();
                return true;
            } catch (BranchException refusal) {
                if (refusal.reason() == BranchException.BranchErrorReason.NOT_FOUND) {
                    return false;
                }
                throw refusal;
            }
        });
    }

    private <T> T asking(AdminCallExecutor.AdminCall<T> call) throws JMSException {
        try {
            return executor.execute(call);
        } catch (BranchException refusal) {
            throw translated(refusal);
        }
    }

    private JMSException translated(BranchException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return switch (refusal.reason()) {
            case UNAVAILABLE ->
                ExceptionTranslation.withCause(new JMSException(text, ErrorCodes.STORE_UNAVAILABLE), refusal);
            case FAILED -> ExceptionTranslation.withCause(new JMSException(text, ErrorCodes.STORE_FAILED), refusal);
            case IN_DOUBT ->
                executor.translated(new BrokerException(
                        BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN, text, refusal.getCause()));
            case NOT_FOUND,
                    DUPLICATE,
                    PROTOCOL_ERROR,
                    ROLLED_BACK,
                    TIMED_OUT,
                    HEURISTICALLY_COMMITTED,
                    HEURISTICALLY_ROLLED_BACK ->
                ExceptionTranslation.withCause(new IllegalStateException(text, ErrorCodes.ILLEGAL_STATE), refusal);
        };
    }

    private BrokerAdministration.BranchAdministration branches() {
        return node.branches();
    }
}
