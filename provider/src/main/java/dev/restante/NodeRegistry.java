package dev.restante;

import dev.restante.store.WorkerThread;
import dev.restante.store.jdbc.StoreLocation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The nodes of this JVM, one for each store (see {@link SharedNode}). A shutdown hook ends those that are still open, where their settings want it. Thread-safe. */
final class NodeRegistry {

    /** The one of this JVM. */
    static final NodeRegistry JVM = new NodeRegistry();

    private final ConcurrentHashMap<StoreKey, SharedNode> nodes = new ConcurrentHashMap<>();
    private final ScheduledExecutorService lingering =
            Executors.newSingleThreadScheduledExecutor(task -> new WorkerThread(task, "restante-linger"));

    private volatile boolean ending;

    private NodeRegistry() {
        Runtime.getRuntime().addShutdownHook(new WorkerThread(this::endAll, "restante-shutdown"));
    }

    /** The node of a store, with one more user. */
    SharedNode use(StoreLocation location, NodeSettings settings, Credentials credentials) {
        StoreKey key = StoreKey.of(location);
        while (true) {
            SharedNode node = nodes.computeIfAbsent(key, missing -> new SharedNode(this, missing));
            if (node.use(location, settings, credentials)) {
                return node;
            }
        }
    }

    void forget(StoreKey key, SharedNode node) {
        nodes.remove(key, node);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void later(Duration delay, Runnable action) {
        lingering.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
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
