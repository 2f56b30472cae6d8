package dev.restante.node;

import dev.restante.node.commit.NodeServices;
import dev.restante.store.StoreException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Start and stop of the {@link NodeComponents} of a node, in the order of their dependencies. */
final class ComponentLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ComponentLifecycle.class);

    private ComponentLifecycle() {}

    static void start(NodeComponents components) {
        components.storeSettings.reload();
        components.entityCleaner.cleanAbandoned();
        NodeServices node = components.node;
        node.committer()
                .start(
                        components.sweeper::scheduleSweep,
                        components.housekeeper::onArrival,
                        node.prefetchBuffers(),
                        components.lastValueEvictor::discard);
        node.throughput().start();
        components.heartbeat.start();
        components.timerScheduler.start();
        components.housekeeper.start();
    }

    static void stop(NodeComponents components) {
        components.delayedCompletions.close();
        components.heartbeat.close();
        components.housekeeper.close();
        components.timerScheduler.close();
        try {
            components.fetchExecutor.close();
            components.loaderThreads.shutdown();
            components.subscriptions.close();
            components.redriveJobs.close();
            components.checkThread.close();
            leave(components);
        } catch (StoreException e) {
            LOG.warn(
                    "Incarnation {} could not leave the store cleanly."
                            + " Another node or the next start releases its messages.",
                    components.node.incarnation(),
                    e);
        } finally {
            components.node.store().close();
        }
    }

    private static void leave(NodeComponents components) {
        NodeServices node = components.node;
        boolean leaving = !components.joinedTransactions.close()
                || !node.store().capabilities().exclusive();
        node.committer().close();
        if (leaving) {
            node.store().membership().leave(node.incarnation(), node.committer().outcomesKeptUntilMillis());
            components.redriveJobs.releaseToOtherNode();
        } else {
            LOG.warn("An application transaction with messages was still open when the store was closed."
                    + " The database rolls it back.");
        }
    }

    /**
     * Ends the threads of a node that could not start.
     *
     * @param failure gets suppressed exceptions of components that cannot close
     */
    static void abortStart(NodeComponents components, Throwable failure) {
        components.node.lifecycle().close();
        for (AutoCloseable component : List.of(
                components.heartbeat,
                components.housekeeper,
                components.timerScheduler,
                components.redriveJobs,
                components.node.committer())) {
            try {
                component.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        components.loaderThreads.shutdown();
    }
}
