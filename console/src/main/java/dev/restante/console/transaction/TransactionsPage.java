package dev.restante.console.transaction;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** Branches of distributed transactions that are in doubt or were decided by an administrator. */
public final class TransactionsPage implements Section {

    private static final String PATH = "/transactions";
    static final int ROWS = 50;

    /** The address of the page. */
    static final Url HERE = Url.to(PATH);

    private final RestanteAdmin admin;

    /** Of a store. */
    public TransactionsPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).entry("Transactions", PATH);
        new TransactionsData(admin).routes(routes);
        for (Decision.Verdict verdict : Decision.Verdict.values()) {
            routes.actions(new Decision(admin, verdict));
        }
    }

    private Page show(Visit visit) throws JMSException {
        List<TransactionDescription> branches = admin.transactions().list();
        Pager pager = Pager.of(visit.parameters(), branches.size(), ROWS);
        List<String> columns = new ArrayList<>(List.of("Branch", "State", "Prepared", "Sent", "Received"));
        if (visit.may(Right.DECIDE)) {
            columns.add("Decide");
        }
        List<Element> rows = new ArrayList<>();
        for (TransactionDescription branch : pager.of(branches)) {
            Element row = tag("tr")
                    .with("data-key", branch.xid())
                    .add(
                            tag("th").with("scope", "row").add(tag("code", branch.xid())),
                            Tables.cell(branch.state().name()),
                            Tables.cell(Tables.time(branch.preparedAt())),
                            Tables.number(branch.sent()),
                            Tables.number(branch.received()));
            rows.add(visit.may(Right.DECIDE) ? row.add(decisions(visit, branch)) : row);
        }
        return visit.frame()
                .page(
                        "Transactions",
                        List.of(Frame.live(
                                "transactions",
                                List.of(
                                        tag(
                                                        "p",
                                                        Tables.count(branches.size())
                                                                + " branches of distributed transactions are prepared, or were decided by an administrator."
                                                                + " One that is prepared waits for its transaction manager: ask that first.")
                                                .with("class", "note"),
                                        Tables.table("Transactions", columns, rows),
                                        pager.element(HERE)))));
    }

    private static Element decisions(Visit visit, TransactionDescription branch) {
        Element buttons = tag("div").with("class", "actions");
        for (Decision.Verdict verdict : Decision.Verdict.values()) {
            boolean forgets = verdict == Decision.Verdict.FORGET;
            if (forgets != (branch.state() == TransactionDescription.State.PREPARED)) {
                buttons.add(tag("button", verdict.title() + "\u2026")
                        .with("type", "submit")
                        .with("formaction", Frame.action(verdict.action()))
                        .with("aria-label", verdict.title() + " " + branch.xid()));
            }
        }
        return tag("td")
                .add(visit.frame()
                        .form(Decision.Verdict.FORGET.action())
                        .add(Frame.hidden(Decision.XID, branch.xid()), buttons));
    }
}
