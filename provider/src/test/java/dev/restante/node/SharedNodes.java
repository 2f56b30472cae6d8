package dev.restante.node;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.MachineClock;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes of one test on a new database, which are closed together. */
final class SharedNodes implements AutoCloseable {

    final SharedServer server;
    final String url;
    private final List<BrokerNode> nodes = new ArrayList<>();

    SharedNodes(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    /** Returns settings of a node that polls the store often. */
    static BrokerSettings lively(String name, Duration lease) {
        BrokerSettings defaults = BrokerSettings.defaults(name);
        return new BrokerSettings(
                name,
                lease,
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                defaults.maxMessageBytes(),
                1L << 30,
                defaults.prefetchBytes());
    }

    Store store() {
        return StoreOpener.open(new StoreLocation.Url(url, server.user(), ""));
    }

    BrokerNode open(BrokerSettings settings, MachineClock clock) {
        return add(BrokerNode.open(store(), settings, clock));
    }

    /** Opens a node that polls the store often, by the system clock. */
    BrokerNode openLively(String name, Duration lease) {
        return open(lively(name, lease), MachineClock.SYSTEM);
    }

    BrokerNode add(BrokerNode node) {
        nodes.add(node);
        return node;
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::close);
    }
}
