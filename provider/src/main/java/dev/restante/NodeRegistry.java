package dev.restante;

import dev.restante.model.WorkerThread;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The nodes of this JVM, one for each store (see {@link SharedNode}). A shutdown hook ends those that are still open,
 * where their settings want it. Thread-safe.
 */
final class NodeRegistry {

    /** The one of this JVM. */
    static final NodeRegistry JVM = new NodeRegistry();

    private final ConcurrentHashMap<StoreKey, SharedNode> nodes = new ConcurrentHashMap<>();
    private final NodeTimer timer = new NodeTimer();
    private final AtomicBoolean hooked = new AtomicBoolean();

    private volatile boolean ending;

    private NodeRegistry() {}

    private void hook() {
        try {
            Runtime.getRuntime().addShutdownHook(new WorkerThread(this::endAll, "restante-shutdown"));
        } catch (IllegalStateException tooLate) {
            ending = true;
        }
    }

    /** The node of a store, with one more user. */
    SharedNode use(StoreLocation location, NodeSettings settings, Credentials credentials) {
        if (settings.shutdownHook() && hooked.compareAndSet(false, true)) {
            hook();
        }
        StoreKey key = StoreKey.of(location);
        while (true) {
            SharedNode node = nodes.computeIfAbsent(key, missing -> new SharedNode(timer, missing, this::forget));
            if (node.use(location, settings, credentials)) {
                return node;
            }
        }
    }

    private void forget(StoreKey key, SharedNode node) {
        nodes.remove(key, node);
    }

    /** Whether the JVM ends: nobody would close a node that opens now. */
    boolean ending() {
        return ending;
    }

    private void endAll() {
        ending = true;
        List.copyOf(nodes.values()).forEach(SharedNode::endWithJvm);
    }
}
