package dev.restante.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.WorkerThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the open nodes of this JVM, one for each store (see {@link SharedNode}). A shutdown hook closes open
 * nodes if their settings request it. Without nodes there is no hook and no thread of the {@link NodeTimer}, so that a
 * server can unload the classes of Restante. Thread-safe.
 *
 * <p>Lock order: a node calls the registry under its own monitor. The registry therefore never calls a node under its
 * monitor.
 */
final class NodeRegistry implements SharedNode.NodeLifecycleListener {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRegistry.class);

    static final NodeRegistry INSTANCE = new NodeRegistry();

    /** Nodes for new users. */
    @GuardedBy("this")
    private final Map<StoreKey, SharedNode> joinable = new HashMap<>();

    /** Nodes not yet closed. */
    @GuardedBy("this")
    private final Set<SharedNode> open = new HashSet<>();

    /** Null without nodes. */
    @GuardedBy("this")
    private @Nullable NodeTimer timer;

    /** Null if unused. */
    @GuardedBy("this")
    private @Nullable Thread hook;

    private volatile boolean jvmEnding;

    private NodeRegistry() {}

    /** Adds a user to the node of a store and returns the node. */
    SharedNode acquire(NodeRequest request) {
        StoreKey key = StoreKey.of(request.location());
        while (true) {
            SharedNode node = node(key, request.options().get(FactoryOption.SHUTDOWN_HOOK));
            if (node.acquire(request)) {
                return node;
            }
        }
    }

    private synchronized SharedNode node(StoreKey key, boolean endsWithJvm) {
        if (endsWithJvm && hook == null) {
            hook();
        }
        SharedNode known = joinable.get(key);
        if (known == null) {
            if (timer == null) {
                timer = new NodeTimer();
            }
            known = new SharedNode(timer, key, this);
            joinable.put(key, known);
            open.add(known);
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
            jvmEnding = true;
        }
    }

    @Override
    public synchronized void onFenced(StoreKey key, SharedNode node) {
        joinable.remove(key, node);
    }

    @Override
    public synchronized void onClosed(StoreKey key, SharedNode node) {
        joinable.remove(key, node);
        open.remove(node);
        if (open.isEmpty()) {
            stopTimerAndHook();
        }
    }

    @GuardedBy("this")
    private void stopTimerAndHook() {
        if (timer != null) {
            timer.close();
            timer = null;
        }
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException jvmEnds) {
                LOG.trace("The shutdown hook stays registered, because the JVM is shutting down", jvmEnds);
            }
            hook = null;
        }
    }

    /** Returns whether the JVM is ending, so that a new node would not be closed. */
    boolean jvmEnding() {
        return jvmEnding;
    }

    private void endAll() {
        jvmEnding = true;
        List<SharedNode> toClose;
        synchronized (this) {
            toClose = List.copyOf(open);
        }
        toClose.forEach(SharedNode::closeAtShutdown);
    }
}
