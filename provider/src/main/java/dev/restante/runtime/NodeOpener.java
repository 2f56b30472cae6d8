package dev.restante.runtime;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.BrokerNode;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.StoreLockedException;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opener of the node on a store, with retries until the store timeout. */
final class NodeOpener {

    /**
     * Open node.
     *
     * @param store the store, closed by the broker
     */
    record OpenNode(Store store, Broker broker, Credentials credentials) {}

    private static final Logger LOG = LoggerFactory.getLogger(NodeOpener.class);
    private static final long MIN_RETRY_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MAX_RETRY_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private NodeOpener() {}

    /**
     * Opens a node. Threads of libraries inherit the class loader of this class, so that they do not keep classes of
     * the application in memory.
     */
    static OpenNode open(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Thread opening = Thread.currentThread();
        ClassLoader ofApplication = opening.getContextClassLoader();
        opening.setContextClassLoader(NodeOpener.class.getClassLoader());
        try {
            return openWithRetries(location, settings, credentials);
        } finally {
            opening.setContextClassLoader(ofApplication);
        }
    }

    /**
     * Opens a node and retries while the database is unreachable or another process is about to hand the store over.
     * Throws any other failure immediately.
     */
    private static OpenNode openWithRetries(StoreLocation location, NodeSettings settings, Credentials credentials) {
        long timeoutNanos = SaturatingTime.toNanos(settings.storeTimeout());
        long startedNanos = System.nanoTime();
        long pauseNanos = MIN_RETRY_DELAY_NANOS;
        for (boolean logged = false; ; logged = true) {
            RuntimeException failure;
            try {
                return Uninterruptibles.call(() -> openOnce(location, settings, credentials));
            } catch (StoreException e) {
                if (e.kind() != StoreException.StoreFailureKind.UNAVAILABLE
                        && e.kind() != StoreException.StoreFailureKind.TRANSIENT) {
                    throw e;
                }
                failure = e;
            } catch (BrokerException e) {
                if (e.reason() != BrokerException.BrokerErrorReason.STORE_UNAVAILABLE) {
                    throw e;
                }
                failure = e;
            }
            long leftNanos = CallTimeBudget.remaining(timeoutNanos - (System.nanoTime() - startedNanos));
            boolean mayBecomeReachable = failure instanceof StoreLockedException locked
                    ? StoreTakeover.mayBecomeAvailable(locked, settings, credentials)
                    : location.mayStartLater();
            boolean cancelled = settings.isOfTool() && Thread.currentThread().isInterrupted();
            if (leftNanos <= 0 || !mayBecomeReachable || cancelled) {
                throw failure;
            }
            if (!logged) {
                LOG.info(
                        "The store is not available yet. Restante retries for up to {}:" + " {}",
                        settings.storeTimeout(),
                        failure.getMessage());
            }
            Uninterruptibles.sleep(Math.min(leftNanos, pauseNanos));
            pauseNanos = Math.min(2 * pauseNanos, MAX_RETRY_DELAY_NANOS);
        }
    }

    private static OpenNode openOnce(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Store store = StoreOpener.open(
                location,
                settings.createStore(),
                settings.isOfTool(),
                StoreTimeouts.of(settings.storeTimeout(), settings.leaseDuration()));
        try {
            return new OpenNode(
                    store, BrokerNode.open(store, settings.brokerSettings(), settings.machineClock()), credentials);
        } catch (RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }
}
