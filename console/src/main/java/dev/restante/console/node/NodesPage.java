package dev.restante.console.node;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import dev.restante.option.DurationText;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The nodes that have the store open, with their leases and what each has. */
public final class NodesPage implements Section {

    private static final String PATH = "/nodes";
    static final int ROWS = 50;

    private static final List<String> COLUMNS =
            List.of("Node", "Version", "Incarnation", "Lease", "Acquired", "In its memory", "Queues it waits for");

    /** Of a node of a version that did not tell it. */
    private static final String UNKNOWN = "unknown";

    private final RestanteAdmin admin;

    /** Of a store. */
    public NodesPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, Cost.LONG, null, this::show).entry("Nodes", PATH);
        new NodesData(admin).routes(routes);
    }

    private Page show(Visit visit) throws JMSException {
        RestanteAdmin.Node here = admin.node();
        List<RestanteAdmin.StoreNode> nodes = admin.nodes();
        Pager pager = Pager.of(visit.parameters(), nodes.size(), ROWS);
        List<Element> rows = new ArrayList<>();
        for (RestanteAdmin.StoreNode node : pager.of(nodes)) {
            rows.add(tag("tr")
                    .with("data-key", String.valueOf(node.incarnation()))
                    .add(
                            tag("th")
                                    .with("scope", "row")
                                    .add(tag("bdi", node.name()))
                                    .add(node.asked() ? " (of this console)" : ""),
                            Tables.cell(Objects.requireNonNullElse(node.version(), UNKNOWN)),
                            Tables.number(node.incarnation()),
                            Tables.cell(lease(node)),
                            Tables.number(node.acquired()),
                            Tables.number(node.buffered()),
                            Tables.number(node.waitingFor())));
        }
        return visit.frame()
                .page(
                        "Nodes",
                        List.of(Frame.live(
                                "nodes",
                                List.of(
                                        new Tables.Facts()
                                                .with("Store", here.store())
                                                .with("Product", here.product())
                                                .with("Kind", here.shared() ? "shared by nodes" : "of one node")
                                                .with("Schema", String.valueOf(here.schemaVersion()))
                                                .with("Version of this console's node", here.version())
                                                .with("Its lease duration", DurationText.format(here.leaseDuration()))
                                                .with(
                                                        "It holds its lease",
                                                        here.alive() ? "yes" : "no: it hands out nothing")
                                                .element(),
                                        Tables.table("Nodes", COLUMNS, rows),
                                        tag(
                                                        "p",
                                                        "Acquired are messages in the hands of applications or in the node's memory"
                                                                + " for them. What waits in its memory is as it said last, within a second.")
                                                .with("class", "note"),
                                        pager.element(Url.to(PATH))))));
    }

    private static String lease(RestanteAdmin.StoreNode node) {
        if (!node.alive()) {
            return "declared dead: what it had is being released";
        }
        if (node.leaseRemaining() == null) {
            return "needs none: no other node has the store";
        }
        Duration left = node.leaseRemaining().truncatedTo(ChronoUnit.MILLIS);
        return left.isNegative() ? "over for " + DurationText.format(left.negated()) : DurationText.format(left);
    }
}
