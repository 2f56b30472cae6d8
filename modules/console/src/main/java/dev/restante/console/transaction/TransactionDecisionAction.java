package dev.restante.console.transaction;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.admin.TransactionsAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** Action that commits, rolls back or forgets a transaction branch in place of its transaction manager. */
final class TransactionDecisionAction extends ConsoleAction {

    /** Name of the request parameter with the XID of the branch. */
    static final String XID = "xid";

    enum TransactionDecision {
        /** Makes the sends and receives of the branch effective. */
        COMMIT("transaction-commit", "Commit", "committed", "Commits a prepared branch of a distributed transaction."),
        /** Undoes the sends and receives of the branch. */
        ROLLBACK(
                "transaction-rollback",
                "Roll back",
                "rolled back",
                "Rolls back a prepared branch of a distributed transaction."),
        /** Removes the record of a branch that an administrator has decided. */
        FORGET(
                "transaction-forget",
                "Forget",
                "forgotten",
                "Removes the record of a branch that an administrator decided.");

        private final String action;
        private final String title;
        private final String done;
        private final String summary;

        TransactionDecision(String action, String title, String done, String summary) {
            this.action = action;
            this.title = title;
            this.done = done;
            this.summary = summary;
        }

        String action() {
            return action;
        }

        String title() {
            return title;
        }
    }

    private final RestanteAdmin admin;
    private final TransactionDecision decision;

    TransactionDecisionAction(RestanteAdmin admin, TransactionDecision decision) {
        super(decision.action, ConsoleRight.DECIDE, decision.summary);
        this.admin = admin;
        this.decision = decision;
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return List.of(ParameterDefinition.required(
                XID, JsonSchema.string("Xid of the branch, as in the list of transactions")));
    }

    @Override
    public String logSubject(RequestParameters form) {
        return form.required(XID);
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        String xid = form.required(XID);
        TransactionDescription branch = admin.transactions().list().stream()
                .filter(one -> one.xid().equals(xid))
                .findFirst()
                .orElseThrow(() -> gone(xid));
        String messages = HtmlTables.formatNumber(branch.sent()) + " sent and "
                + HtmlTables.formatNumber(branch.received()) + " received";
        return Optional.of(new ConfirmationQuestion(
                decision.title,
                List.of(
                        tag("p").add(decision.title + " the branch ")
                                .add(tag("code", xid))
                                .add(" with " + messages + " messages, prepared at "
                                        + HtmlTables.formatTime(branch.preparedAt()) + "?"),
                        tag(
                                        "p",
                                        decision == TransactionDecision.FORGET
                                                ? "If the transaction manager asks for the branch later, the"
                                                        + " store reports an unknown branch."
                                                : "Check the decision of the transaction manager first. If it"
                                                        + " decides differently for the other"
                                                        + " resources, the data becomes inconsistent.")
                                .with("class", "note")),
                decision.title,
                TransactionsPage.HERE));
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        String xid = form.required(XID);
        if (!decide(admin.transactions(), xid)) {
            throw gone(xid);
        }
        return ActionOutcome.of(
                decision.title,
                "The branch " + xid + " was " + decision.done + ".",
                decision.done,
                tag("a", "Transactions").with("href", TransactionsPage.HERE));
    }

    private boolean decide(TransactionsAdmin transactions, String xid) throws JMSException {
        try {
            return switch (decision) {
                case COMMIT -> transactions.commit(xid);
                case ROLLBACK -> transactions.rollback(xid);
                case FORGET -> transactions.forget(xid);
            };
        } catch (IllegalArgumentException e) {
            throw new RequestRejectedException(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }

    private static RequestRejectedException gone(String xid) {
        return new RequestRejectedException(
                404, "CONSOLE-TRANSACTION-NOT-FOUND", "The branch '" + xid + "' does not exist.");
    }
}
