package dev.restante;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.model.CallBound;
import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.node.BrokerNode;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.StoreHeldException;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(NodeOpener.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private NodeOpener() {}

    /**
     * Opens it as nobody's: the threads of libraries, too, must not keep the classes of the application that happens to
     * open it.
     */
    static OpenNode open(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Thread opening = Thread.currentThread();
        ClassLoader ofApplication = opening.getContextClassLoader();
        opening.setContextClassLoader(NodeOpener.class.getClassLoader());
        try {
            return openedInTime(location, settings, credentials);
        } finally {
            opening.setContextClassLoader(ofApplication);
        }
    }

    /**
     * A database that can't be reached yet is waited for, as an open node waits for one that has gone away, and so is
     * one that another process is about to give up; whatever else is wrong is told at once.
     */
    private static OpenNode openedInTime(StoreLocation location, NodeSettings settings, Credentials credentials) {
        long timeoutNanos = Spans.nanos(settings.storeTimeout());
        long startedNanos = System.nanoTime();
        long pauseNanos = FIRST_PAUSE_NANOS;
        for (boolean told = false; ; told = true) {
            RuntimeException failure;
            try {
                return Uninterrupted.doing(() -> opened(location, settings, credentials));
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.UNAVAILABLE && e.kind() != StoreException.Kind.TRANSIENT) {
                    throw e;
                }
                failure = e;
            } catch (BrokerException e) {
                if (e.reason() != BrokerException.Reason.STORE_UNAVAILABLE) {
                    throw e;
                }
                failure = e;
            }
            long leftNanos = CallBound.left(timeoutNanos - (System.nanoTime() - startedNanos));
            boolean mayComeUp = failure instanceof StoreHeldException held
                    ? HeldStore.mayBecomeFree(held, settings, credentials)
                    : location.mayComeUp();
            boolean cancelled = settings.isOfTool() && Thread.currentThread().isInterrupted();
            if (leftNanos <= 0 || !mayComeUp || cancelled) {
                throw failure;
            }
            if (!told) {
                LOG.info("Waiting for the store, at most {}: {}", settings.storeTimeout(), failure.getMessage());
            }
            Uninterrupted.pause(Math.min(leftNanos, pauseNanos));
            pauseNanos = Math.min(2 * pauseNanos, LAST_PAUSE_NANOS);
        }
    }

    private static OpenNode opened(StoreLocation location, NodeSettings settings, Credentials credentials) {
        Store store = StoreOpening.open(
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
