package dev.restante.console.node;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.Pager;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.PagedResource;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.List;

/** API resource with the nodes that have the store open. */
final class NodesResource implements Section {

    private static final JsonSchema NODE = JsonSchema.object("Node that has the store open")
            .with("name", JsonSchema.string("Host and process of the node"))
            .withOptional(
                    "version", JsonSchema.string("Version of Restante; missing if the node did not report its version"))
            .with("incarnation", JsonSchema.number("Incarnation number"))
            .with("alive", JsonSchema.bool("False if other nodes have declared the node dead"))
            .withOptional(
                    "leaseRemaining",
                    JsonSchema.duration("Remaining time of the lease; negative if the lease has expired; missing for an"
                            + " embedded store"))
            .with("current", JsonSchema.bool("True for the node of this console"))
            .with(
                    "waitingEntities",
                    JsonSchema.number(
                            "Last reported number of queues and subscriptions for which consumers of the node wait"))
            .with(
                    "acquired",
                    JsonSchema.number("Number of messages that are in flight on the node or prefetched by it"))
            .with("prefetched", JsonSchema.number("Last reported number of prefetched messages"));

    private final RestanteAdmin admin;

    NodesResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                        "/nodes",
                        "Nodes that have the store open, 50 per page; the request reads an index entry for each"
                                + " acquired" + " message",
                        List.of(PagedResource.PAGE),
                        PagedResource.shape("Page of nodes").with("nodes", JsonSchema.list("Nodes of this page", NODE)),
                        this::nodes)
                .withCost(RequestCost.EXPENSIVE));
    }

    private Object nodes(UserRequest request) throws JMSException {
        List<RestanteAdmin.StoreNodeDescription> nodes = admin.nodes();
        Pager pager = Pager.of(request.parameters(), nodes.size(), NodesPage.ROWS);
        return PagedResource.of(pager)
                .with("nodes", pager.of(nodes).stream().map(NodesResource::node).toList())
                .asMap();
    }

    private static Object node(RestanteAdmin.StoreNodeDescription node) {
        return new JsonObject()
                .with("name", node.name())
                .withNonNull("version", node.version())
                .with("incarnation", node.incarnation())
                .with("alive", node.alive())
                .withNonNull("leaseRemaining", node.leaseRemaining())
                .with("current", node.current())
                .with("waitingEntities", node.waitingEntities())
                .with("acquired", node.acquired())
                .with("prefetched", node.prefetched())
                .asMap();
    }
}
