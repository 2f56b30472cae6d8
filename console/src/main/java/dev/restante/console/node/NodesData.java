package dev.restante.console.node;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Data;
import dev.restante.console.route.PagedData;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;

/** The list of nodes that have the store open, for scripts. */
final class NodesData implements Section {

    private static final Shape NODE = Shape.object("A node that has the store open")
            .with("name", Shape.text("Its host and process"))
            .withOptional("version", Shape.text("Of Restante; not there if its version did not tell it"))
            .with("incarnation", Shape.number("Of its run"))
            .with("alive", Shape.truth("False once others have declared it dead"))
            .withOptional(
                    "leaseRemaining",
                    Shape.duration(
                            "For how long others leave it alone; negative where that is over; not there in an embedded store"))
            .with("asked", Shape.truth("Whether it is that of this console"))
            .with("waitingFor", Shape.number("For how many queues and subscriptions it waits, as it said last"))
            .with("acquired", Shape.number("Messages in the hands of its applications or in its memory for them"))
            .with("buffered", Shape.number("Messages in its memory, as it said last"));

    private final RestanteAdmin admin;

    NodesData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                        "/nodes",
                        "Nodes that have the store open, 50 at a time: reads an index entry for each acquired message",
                        List.of(PagedData.PAGE),
                        PagedData.shape("A page of nodes").with("nodes", Shape.list("Those of this page", NODE)),
                        this::nodes)
                .costing(Cost.LONG));
    }

    private Object nodes(Visit visit) throws JMSException {
        List<RestanteAdmin.StoreNode> nodes = admin.nodes();
        Pager pager = Pager.of(visit.parameters(), nodes.size(), NodesPage.ROWS);
        return PagedData.of(pager)
                .with("nodes", pager.of(nodes).stream().map(NodesData::node).toList())
                .done();
    }

    private static Object node(RestanteAdmin.StoreNode node) {
        return new Fields()
                .with("name", node.name())
                .withPresent("version", node.version())
                .with("incarnation", node.incarnation())
                .with("alive", node.alive())
                .withPresent("leaseRemaining", node.leaseRemaining())
                .with("asked", node.asked())
                .with("waitingFor", node.waitingFor())
                .with("acquired", node.acquired())
                .with("buffered", node.buffered())
                .done();
    }
}
