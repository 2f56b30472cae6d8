package dev.restante.admin;

import dev.restante.broker.Broker;
import dev.restante.broker.view.NodeFigures;
import dev.restante.jms.Connections;
import java.time.Duration;

/**
 * The node of this JVM, and the store that it has open.
 *
 * @param version of Restante
 * @param store the database and where it is, with nothing secret
 * @param product the name of the database product, as {@code PostgreSQL}
 * @param shared whether other nodes can have the store open
 * @param schemaVersion of the tables
 * @param leaseDuration for how long others wait for it when it is silent
 * @param alive whether it holds its lease: otherwise it hands out nothing until the store has renewed that, or the node
 *     has joined anew
 */
public record NodeDescription(
        String version,
        String store,
        String product,
        boolean shared,
        int schemaVersion,
        Duration leaseDuration,
        boolean alive) {

    static NodeDescription of(Broker broker) {
        NodeFigures figures = broker.node();
        return new NodeDescription(
                Connections.providerVersion(),
                figures.store(),
                figures.product(),
                figures.shared(),
                figures.schemaVersion(),
                broker.settings().lease(),
                figures.alive());
    }
}
