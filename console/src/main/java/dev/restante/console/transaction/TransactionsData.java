package dev.restante.console.transaction;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Data;
import dev.restante.console.route.PagedData;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** The list of branches of distributed transactions, for scripts. */
final class TransactionsData implements Section {

    private static final Shape BRANCH = Shape.object("A branch of a distributed transaction")
            .with(Decision.XID, Shape.text("Its name"))
            .with(
                    "state",
                    Shape.oneOf(
                            "What has become of it",
                            Stream.of(TransactionDescription.State.values())
                                    .map(TransactionDescription.State::name)
                                    .toList()))
            .with("preparedAt", Shape.time("When it was prepared"))
            .with("sent", Shape.number("Messages that it has sent"))
            .with("received", Shape.number("Messages that it has received"));

    private final RestanteAdmin admin;

    TransactionsData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/transactions",
                "Branches of distributed transactions that are in doubt or were decided by an administrator, 50 at a time",
                List.of(PagedData.PAGE),
                PagedData.shape("A page of branches").with("transactions", Shape.list("Those of this page", BRANCH)),
                this::transactions));
    }

    private Object transactions(Visit visit) throws JMSException {
        List<TransactionDescription> branches = admin.transactions().list();
        Pager pager = Pager.of(visit.parameters(), branches.size(), TransactionsPage.ROWS);
        return PagedData.of(pager)
                .with(
                        "transactions",
                        pager.of(branches).stream()
                                .map(branch -> new Fields()
                                        .with(Decision.XID, branch.xid())
                                        .with("state", branch.state())
                                        .with("preparedAt", branch.preparedAt())
                                        .with("sent", branch.sent())
                                        .with("received", branch.received())
                                        .done())
                                .toList())
                .done();
    }
}
