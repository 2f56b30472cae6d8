package dev.restante.runtime;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.BrokerNode;
import dev.restante.option.LocalAccess;
import dev.restante.socket.ConnectionRejectedException;
import dev.restante.socket.RemoteNode;
import dev.restante.store.CredentialsRejectedException;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.StoreLockedException;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opener of the node on a store, with retries until the store timeout. It asks the tool that has an embedded store
 * open, such as the command line, to close it for this application.
 */
final class NodeOpener {

    /**
     * Open node.
     *
     * @param store the store, closed by the broker
     */
    record OpenNode(Store store, Broker broker, NodeRequest request) {}

    private static final Logger LOG = LoggerFactory.getLogger(NodeOpener.class);

    /** Timeout for the answer of a tool, which does not answer while it opens or closes the store. */
    private static final Duration HANDOVER_TIMEOUT = Duration.ofSeconds(2);

    private static final long MIN_RETRY_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MAX_RETRY_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private NodeOpener() {}

    /**
     * Opens a node. Threads of libraries inherit the class loader of this class, so that they do not keep classes of
     * the application in memory.
     */
    static OpenNode open(NodeRequest request) {
        Thread opening = Thread.currentThread();
        ClassLoader ofApplication = opening.getContextClassLoader();
        opening.setContextClassLoader(NodeOpener.class.getClassLoader());
        try {
            return openWithRetries(request);
        } finally {
            opening.setContextClassLoader(ofApplication);
        }
    }

    /**
     * Opens a node and retries while the database is unreachable or another process is about to hand the store over.
     * Throws any other failure immediately.
     */
    private static OpenNode openWithRetries(NodeRequest request) {
        Duration storeTimeout = request.options().get(FactoryOption.STORE_TIMEOUT);
        long timeoutNanos = SaturatingTime.toNanos(storeTimeout);
        long startedNanos = System.nanoTime();
        long pauseNanos = MIN_RETRY_DELAY_NANOS;
        for (boolean logged = false; ; logged = true) {
            RuntimeException failure;
            try {
                return Uninterruptibles.call(() -> openOnce(request));
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
                    ? mayBeHandedOver(locked, request)
                    : request.location().mayStartLater();
            boolean cancelled = request.isOfTool() && Thread.currentThread().isInterrupted();
            if (leftNanos <= 0 || !mayBecomeReachable || cancelled) {
                throw failure;
            }
            if (!logged) {
                LOG.info(
                        "The store is not available yet. Restante retries for up to {}:" + " {}",
                        storeTimeout,
                        failure.getMessage());
            }
            Uninterruptibles.sleep(Math.min(leftNanos, pauseNanos));
            pauseNanos = Math.min(2 * pauseNanos, MAX_RETRY_DELAY_NANOS);
        }
    }

    /**
     * Requests a handover. Returns whether the store may become available soon: a tool agrees, or it does not listen
     * because it is opening or closing the store. Other processes never hand the store over, so they get no request.
     *
     * @throws CredentialsRejectedException if the tool rejects the credentials
     */
    private static boolean mayBeHandedOver(StoreLockedException locked, NodeRequest request) {
        boolean ofApplication = request.options().get(FactoryOption.LOCAL_ACCESS) == LocalAccess.APPLICATION;
        if (!locked.yieldsToApplication() || !ofApplication) {
            return false;
        }
        Credentials credentials = request.credentials();
        try {
            RemoteNode.requestHandover(locked.database(), credentials.socketLogin(), HANDOVER_TIMEOUT);
            LOG.debug("The tool that has the store {} open is handing it over", locked.database());
            return true;
        } catch (ConnectionRejectedException rejected) {
            LOG.debug(
                    "The tool that has the store {} open does not hand it over:" + " {}",
                    locked.database(),
                    rejected.getMessage());
            return switch (rejected.reason()) {
                case NOT_LISTENING, NOT_RESPONDING -> true;
                case IN_USE, UNKNOWN, OTHER_USER, OTHER_VERSION -> false;
                case CREDENTIALS ->
                    throw new CredentialsRejectedException(
                            "The store cannot be opened: a tool has it open and rejects user "
                                    + DisplayText.quote(credentials.user()) + " or the password",
                            rejected);
            };
        }
    }

    private static OpenNode openOnce(NodeRequest request) {
        FactoryOptions options = request.options();
        Store store = StoreOpener.open(
                request.location(),
                request.createStore(),
                request.isOfTool(),
                StoreTimeouts.of(options.get(FactoryOption.STORE_TIMEOUT), options.get(FactoryOption.LEASE_DURATION)));
        try {
            return new OpenNode(
                    store, BrokerNode.open(store, request.brokerSettings(), options.machineClock()), request);
        } catch (RuntimeException | Error failure) {
            store.close();
            throw failure;
        }
    }
}
