package dev.restante.console.node;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import dev.restante.option.DurationText;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Page of the nodes that have the store open, with leases and in-flight messages. */
public final class NodesPage implements Section {

    private static final String PATH = "/nodes";
    static final int ROWS = 50;

    private static final List<String> COLUMNS =
            List.of("Node", "Version", "Incarnation", "Lease", "Acquired", "Prefetched", "Awaited entities");

    /** Text for a node whose version does not report its version number. */
    private static final String UNKNOWN = "unknown";

    private final RestanteAdmin admin;

    public NodesPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, RequestCost.EXPENSIVE, null, this::show).navigationEntry("Nodes", PATH);
        new NodesResource(admin).routes(routes);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        RestanteAdmin.NodeDescription here = admin.node();
        List<RestanteAdmin.StoreNodeDescription> nodes = admin.nodes();
        Pager pager = Pager.of(request.parameters(), nodes.size(), ROWS);
        List<HtmlElement> rows = new ArrayList<>();
        for (RestanteAdmin.StoreNodeDescription node : pager.of(nodes)) {
            rows.add(tag("tr")
                    .with("data-key", String.valueOf(node.incarnation()))
                    .add(
                            tag("th")
                                    .with("scope", "row")
                                    .add(tag("bdi", node.name()))
                                    .add(node.current() ? " (this console's node)" : ""),
                            HtmlTables.cell(Objects.requireNonNullElse(node.version(), UNKNOWN)),
                            HtmlTables.markAsNumber(node.incarnation()),
                            HtmlTables.cell(lease(node)),
                            HtmlTables.markAsNumber(node.acquired()),
                            HtmlTables.markAsNumber(node.prefetched()),
                            HtmlTables.markAsNumber(node.waitingEntities())));
        }
        return request.layout()
                .page(
                        "Nodes",
                        List.of(PageLayout.refreshedRegion(
                                "nodes",
                                List.of(
                                        new HtmlTables.DefinitionList()
                                                .with("Store", here.store())
                                                .with("Product", here.product())
                                                .with("Kind", here.shared() ? "shared store" : "embedded store")
                                                .with("Schema", String.valueOf(here.schemaVersion()))
                                                .with("Version of this console's node", here.version())
                                                .with(
                                                        "Lease duration of this console's node",
                                                        DurationText.format(here.leaseDuration()))
                                                .with(
                                                        "Lease held",
                                                        here.alive() ? "yes" : "no: the node delivers no messages")
                                                .element(),
                                        HtmlTables.table("Nodes", COLUMNS, rows),
                                        tag(
                                                        "p",
                                                        "Acquired messages are in flight or prefetched."
                                                                + " Prefetched counts and awaited entities are the"
                                                                + " values that the node last reported, at most a"
                                                                + " second ago.")
                                                .with("class", "note"),
                                        pager.element(LocalUrl.to(PATH))))));
    }

    private static String lease(RestanteAdmin.StoreNodeDescription node) {
        if (!node.alive()) {
            return "declared dead: its messages are being released";
        }
        if (node.leaseRemaining() == null) {
            return "none (embedded store)";
        }
        Duration left = node.leaseRemaining().truncatedTo(ChronoUnit.MILLIS);
        return left.isNegative() ? "expired since " + DurationText.format(left.negated()) : DurationText.format(left);
    }
}
