package dev.restante;

import dev.restante.model.Spans;
import dev.restante.model.WorkerThread;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of this JVM, one for each store (see {@link SharedNode}). A shutdown hook ends those that are still open,
 * where their settings want it. Thread-safe.
 */
final class NodeRegistry {

    /** The one of this JVM. */
    static final NodeRegistry JVM = new NodeRegistry();

    private static final Logger LOG = LoggerFactory.getLogger(NodeRegistry.class);
    private static final long LINGER_THREAD_SECONDS = 10;

    private final ConcurrentHashMap<StoreKey, SharedNode> nodes = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor lingering =
            new ScheduledThreadPoolExecutor(1, task -> new WorkerThread(task, "restante-linger"));
    private final AtomicBoolean hooked = new AtomicBoolean();

    private volatile boolean ending;

    private NodeRegistry() {
        // An application server can undeploy all of this: nothing stays when there is no node.
        lingering.setKeepAliveTime(LINGER_THREAD_SECONDS, TimeUnit.SECONDS);
        lingering.allowCoreThreadTimeOut(true);
    }

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
        lingering.schedule(() -> attempt(action), Spans.millis(delay), TimeUnit.MILLISECONDS);
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("What was to be done with a node some time after its use failed", failure);
        }
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
