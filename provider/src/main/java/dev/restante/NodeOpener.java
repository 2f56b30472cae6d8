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

    /** Opens it as nobody's: the threads of libraries, too, must not keep the classes of the application that happens to open it. */
    static OpenNode open(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Thread opening = Thread.currentThread();
        ClassLoader ofApplication = opening.getContextClassLoader();
        opening.setContextClassLoader(NodeOpener.class.getClassLoader());
        try {
            return opened(location, settings, credentials);
        } finally {
            opening.setContextClassLoader(ofApplication);
        }
    }

    private static OpenNode opened(StoreLocation location, NodeSettings settings, Credentials credentials) {
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
