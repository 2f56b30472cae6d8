package dev.restante.console.transaction;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** Page of transaction branches in doubt or decided by an administrator. */
public final class TransactionsPage implements Section {

    private static final String PATH = "/transactions";
    static final int ROWS = 50;

    static final LocalUrl HERE = LocalUrl.to(PATH);

    private final RestanteAdmin admin;

    public TransactionsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).navigationEntry("Transactions", PATH);
        new TransactionsResource(admin).routes(routes);
        for (TransactionDecisionAction.TransactionDecision decision :
                TransactionDecisionAction.TransactionDecision.values()) {
            routes.actions(new TransactionDecisionAction(admin, decision));
        }
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        List<TransactionDescription> branches = admin.transactions().list();
        Pager pager = Pager.of(request.parameters(), branches.size(), ROWS);
        List<String> columns = new ArrayList<>(List.of("Branch", "State", "Prepared", "Sent", "Received"));
        if (request.may(ConsoleRight.DECIDE)) {
            columns.add("Decide");
        }
        List<HtmlElement> rows = new ArrayList<>();
        for (TransactionDescription branch : pager.of(branches)) {
            HtmlElement row = tag("tr")
                    .with("data-key", branch.xid())
                    .add(
                            tag("th").with("scope", "row").add(tag("code", branch.xid())),
                            HtmlTables.cell(branch.state().name()),
                            HtmlTables.cell(HtmlTables.formatTime(branch.preparedAt())),
                            HtmlTables.markAsNumber(branch.sent()),
                            HtmlTables.markAsNumber(branch.received()));
            rows.add(request.may(ConsoleRight.DECIDE) ? row.add(decisions(request, branch)) : row);
        }
        return request.layout()
                .page(
                        "Transactions",
                        List.of(PageLayout.refreshedRegion(
                                "transactions",
                                List.of(
                                        tag(
                                                        "p",
                                                        HtmlTables.formatNumber(branches.size())
                                                                + " branches of distributed transactions are"
                                                                + " prepared, or were decided by an administrator. A"
                                                                + " prepared branch waits for its transaction"
                                                                + " manager. Check the decision of the transaction"
                                                                + " manager before you decide a branch.")
                                                .with("class", "note"),
                                        HtmlTables.table("Transactions", columns, rows),
                                        pager.element(HERE)))));
    }

    private static HtmlElement decisions(UserRequest request, TransactionDescription branch) {
        HtmlElement buttons = tag("div").with("class", "actions");
        for (TransactionDecisionAction.TransactionDecision decision :
                TransactionDecisionAction.TransactionDecision.values()) {
            boolean forgets = decision == TransactionDecisionAction.TransactionDecision.FORGET;
            if (forgets != (branch.state() == TransactionDescription.TransactionState.PREPARED)) {
                buttons.add(tag("button", decision.title() + "\u2026")
                        .with("type", "submit")
                        .with("formaction", PageLayout.action(decision.action()))
                        .with("aria-label", decision.title() + " " + branch.xid()));
            }
        }
        return tag("td")
                .add(request.layout()
                        .form(TransactionDecisionAction.TransactionDecision.FORGET.action())
                        .add(PageLayout.hidden(TransactionDecisionAction.XID, branch.xid()), buttons));
    }
}
