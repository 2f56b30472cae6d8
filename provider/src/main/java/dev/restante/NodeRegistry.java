package dev.restante;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.WorkerThread;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of this JVM, one for each store (see {@link SharedNode}). A shutdown hook ends nodes that are still open,
 * where their settings want it. Without a node there is neither the hook nor the thread of the {@link NodeTimer}, so
 * that a server that undeploys Restante can let its classes go. Thread-safe.
 *
 * <p>A node calls this under its monitor, so no node is called under the monitor of this.
 */
final class NodeRegistry implements SharedNode.Home {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRegistry.class);

    /** The one of this JVM. */
    static final NodeRegistry JVM = new NodeRegistry();

    /** The nodes that new users join. */
    @GuardedBy("this")
    private final Map<StoreKey, SharedNode> nodes = new HashMap<>();

    /** All nodes that have not ended. */
    @GuardedBy("this")
    private final Set<SharedNode> live = new HashSet<>();

    /** Null while there is no node. */
    @GuardedBy("this")
    private @Nullable NodeTimer timer;

    /** Null while no node wants it. */
    @GuardedBy("this")
    private @Nullable Thread hook;

    private volatile boolean ending;

    private NodeRegistry() {}

    /** Returns the node of a store, with one more user. */
    SharedNode use(StoreLocation location, NodeSettings settings, Credentials credentials) {
        StoreKey key = StoreKey.of(location);
        while (true) {
            SharedNode node = node(key, settings.shutdownHook());
            if (node.use(location, settings, credentials)) {
                return node;
            }
        }
    }

    private synchronized SharedNode node(StoreKey key, boolean endsWithJvm) {
        if (endsWithJvm && hook == null) {
            hook();
        }
        SharedNode known = nodes.get(key);
        if (known == null) {
            if (timer == null) {
                timer = new NodeTimer();
            }
            known = new SharedNode(timer, key, this);
            nodes.put(key, known);
            live.add(known);
        }
        return known;
    }

    @GuardedBy("this")
    private void hook() {
        Thread added = new WorkerThread(this::endAll, "restante-shutdown");
        try {
            Runtime.getRuntime().addShutdownHook(added);
            hook = added;
        } catch (IllegalStateException tooLate) {
            ending = true;
        }
    }

    @Override
    public synchronized void forget(StoreKey key, SharedNode node) {
        nodes.remove(key, node);
    }

    @Override
    public synchronized void ended(StoreKey key, SharedNode node) {
        nodes.remove(key, node);
        live.remove(node);
        if (live.isEmpty()) {
            leaveNothing();
        }
    }

    @GuardedBy("this")
    private void leaveNothing() {
        if (timer != null) {
            timer.close();
            timer = null;
        }
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException jvmEnds) {
                LOG.trace("The shutdown hook stays, because the JVM ends", jvmEnds);
            }
            hook = null;
        }
    }

    /** Returns whether the JVM ends: a node that opens now would not be closed. */
    boolean ending() {
        return ending;
    }

    private void endAll() {
        ending = true;
        List<SharedNode> open;
        synchronized (this) {
            open = List.copyOf(live);
        }
        open.forEach(SharedNode::endWithJvm);
    }
}
