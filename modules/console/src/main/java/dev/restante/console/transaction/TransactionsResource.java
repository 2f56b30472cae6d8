package dev.restante.console.transaction;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.Pager;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.PagedResource;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** API resource with transaction branches in doubt or decided by an administrator. */
final class TransactionsResource implements Section {

    private static final JsonSchema BRANCH = JsonSchema.object("Branch of a distributed transaction")
            .with(TransactionDecisionAction.XID, JsonSchema.string("Xid"))
            .with(
                    "state",
                    JsonSchema.oneOf(
                            "State of the branch",
                            Stream.of(TransactionDescription.TransactionState.values())
                                    .map(TransactionDescription.TransactionState::name)
                                    .toList()))
            .with("preparedAt", JsonSchema.dateTime("Time of the prepare"))
            .with("sent", JsonSchema.number("Number of messages that the branch has sent"))
            .with("received", JsonSchema.number("Number of messages that the branch has received"));

    private final RestanteAdmin admin;

    TransactionsResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/transactions",
                "Branches of distributed transactions that are in doubt or were decided by an administrator, 50"
                        + " per page",
                List.of(PagedResource.PAGE),
                PagedResource.shape("Page of branches")
                        .with("transactions", JsonSchema.list("Branches of this page", BRANCH)),
                this::transactions));
    }

    private Object transactions(UserRequest request) throws JMSException {
        List<TransactionDescription> branches = admin.transactions().list();
        Pager pager = Pager.of(request.parameters(), branches.size(), TransactionsPage.ROWS);
        return PagedResource.of(pager)
                .with(
                        "transactions",
                        pager.of(branches).stream()
                                .map(branch -> new JsonObject()
                                        .with(TransactionDecisionAction.XID, branch.xid())
                                        .with("state", branch.state())
                                        .with("preparedAt", branch.preparedAt())
                                        .with("sent", branch.sent())
                                        .with("received", branch.received())
                                        .asMap())
                                .toList())
                .asMap();
    }
}
