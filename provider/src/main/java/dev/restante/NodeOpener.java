package dev.restante;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerNode;
import dev.restante.store.Store;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreLocation;

/** Opens the node on a store. */
final class NodeOpener {

    /**
     * An open node.
     *
     * @param store the store, which belongs to the broker and is closed by it
     * @param broker the node's broker
     * @param credentials with which the store was opened
     */
    record OpenNode(Store store, Broker broker, Credentials credentials) {}

    private NodeOpener() {}

    static OpenNode open(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Store store = JdbcStore.open(location, settings.createStore());
        try {
            return new OpenNode(
                    store, BrokerNode.open(store, settings.brokerSettings(), settings.timeSource()), credentials);
        } catch (RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }
}
