package dev.restante.console.transaction;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.admin.TransactionsAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;

/** A decision of a branch in place of its transaction manager. */
final class Decision extends Action {

    /** The parameter that names the branch. */
    static final String XID = "xid";

    /** The decision. */
    enum Verdict {
        /** Sends and receives are effective. */
        COMMIT("transaction-commit", "Commit", "committed", "Commits a prepared branch of a distributed transaction."),
        /** Nothing was sent or received. */
        ROLLBACK(
                "transaction-rollback",
                "Roll back",
                "rolled back",
                "Rolls a prepared branch of a distributed transaction back."),
        /** A decided branch is there no more. */
        FORGET("transaction-forget", "Forget", "forgotten", "Forgets a branch that an administrator has decided.");

        private final String action;
        private final String title;
        private final String done;
        private final String summary;

        Verdict(String action, String title, String done, String summary) {
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
    private final Verdict verdict;

    Decision(RestanteAdmin admin, Verdict verdict) {
        super(verdict.action, Right.DECIDE, verdict.summary);
        this.admin = admin;
        this.verdict = verdict;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.required(XID, Shape.text("The name of the branch, as the list of transactions has it")));
    }

    @Override
    public String about(Parameters form) {
        return form.required(XID);
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        String xid = form.required(XID);
        TransactionDescription branch = admin.transactions().list().stream()
                .filter(one -> one.xid().equals(xid))
                .findFirst()
                .orElseThrow(() -> gone(xid));
        String messages = Tables.count(branch.sent()) + " sent and " + Tables.count(branch.received()) + " received";
        return Optional.of(new Question(
                verdict.title,
                List.of(
                        tag("p").add(verdict.title + " the branch ")
                                .add(tag("code", xid))
                                .add(" with " + messages + " messages, prepared at " + Tables.time(branch.preparedAt())
                                        + "?"),
                        tag(
                                        "p",
                                        verdict == Verdict.FORGET
                                                ? "A transaction manager that comes back then finds that there is none."
                                                : "If its transaction manager decides otherwise for the other resources of the transaction,"
                                                        + " these and this store disagree: ask it first.")
                                .with("class", "note")),
                verdict.title,
                TransactionsPage.HERE));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        String xid = form.required(XID);
        if (!decide(admin.transactions(), xid)) {
            throw gone(xid);
        }
        return Outcome.of(
                verdict.title,
                "The branch " + xid + " was " + verdict.done + ".",
                verdict.done,
                tag("a", "Transactions").with("href", TransactionsPage.HERE));
    }

    private boolean decide(TransactionsAdmin transactions, String xid) throws JMSException {
        try {
            return switch (verdict) {
                case COMMIT -> transactions.commit(xid);
                case ROLLBACK -> transactions.rollback(xid);
                case FORGET -> transactions.forget(xid);
            };
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }

    private static Refusal gone(String xid) {
        return new Refusal(404, "CONSOLE-TRANSACTION-GONE", "There is no branch '" + xid + "' (any more).");
    }
}
