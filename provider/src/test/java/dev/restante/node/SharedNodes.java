package dev.restante.node;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.MachineClock;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The nodes of one test on a new database, and their end. */
final class SharedNodes implements AutoCloseable {

    final SharedServer server;
    final String url;
    private final List<BrokerNode> nodes = new ArrayList<>();

    SharedNodes(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    /** Settings of a node that looks at the store often. */
    static BrokerSettings lively(String name, Duration lease) {
        BrokerSettings defaults = BrokerSettings.defaults(name);
        return new BrokerSettings(
                name,
                lease,
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                defaults.maxMessageBytes(),
                1L << 30,
                defaults.bufferBytes());
    }

    /** A new store on the database. */
    Store store() {
        return StoreOpening.open(new StoreLocation.Url(url, server.user(), ""));
    }

    /** Opens a node with a store of its own. */
    BrokerNode open(BrokerSettings settings, MachineClock clock) {
        return add(BrokerNode.open(store(), settings, clock));
    }

    /** Opens a node that looks at the store often, by the system's clock. */
    BrokerNode openLively(String name, Duration lease) {
        return open(lively(name, lease), MachineClock.SYSTEM);
    }

    /** A node that is closed with these. */
    BrokerNode add(BrokerNode node) {
        nodes.add(node);
        return node;
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::close);
    }
}
