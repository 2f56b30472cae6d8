package dev.restante.ra.inbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.model.WorkerThread;
import dev.restante.ra.store.StoreFailureRule;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active message-driven bean: keeps its connection and reconnects after failures.
 *
 * <p>A store that is unavailable is waited for, even at the start.
 *
 * <p>Threads: the server starts and stops it, the connection reports problems on its own thread, and a short-lived
 * thread reconnects.
 */
final class Activation {

    private static final Logger LOG = LoggerFactory.getLogger(Activation.class);

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String name;
    private final RestanteXAConnectionFactory factory;
    private final ActivationDestination destination;
    private final EndpointSessionFactory sessionFactory;
    private final int maxConcurrency;
    private final ActivationConnectionState connectionState = new ActivationConnectionState();

    Activation(
            String name,
            RestanteXAConnectionFactory factory,
            ActivationDestination destination,
            EndpointSessionFactory sessionFactory,
            int maxConcurrency) {
        this.name = name;
        this.factory = factory;
        this.destination = destination;
        this.sessionFactory = sessionFactory;
        this.maxConcurrency = maxConcurrency;
    }

    /**
     * Starts to consume, or to wait for the store.
     *
     * @throws JMSException if the failure is permanent
     */
    void start() throws JMSException {
        try {
            connect();
        } catch (JMSException refusal) {
            if (!StoreFailureRule.isTransient(refusal)) {
                throw refusal;
            }
            LOG.warn("{} waits for the store and retries: {}", name, refusal.getMessage());
            reconnectInBackground();
        }
    }

    private void connect() throws JMSException {
        ActivationConnection made = ActivationConnection.open(
                name, factory, destination, sessionFactory, maxConcurrency, this::onConnectionProblem);
        connectionState.setConnected(made);
        if (!connectionState.isCurrent(made)) {
            made.close();
            return;
        }
        try {
            made.start();
        } catch (JMSException | RuntimeException | Error failure) {
            if (connectionState.abandon(made)) {
                close(made);
            }
            throw failure;
        }
    }

    private void close(ActivationConnection given) {
        given.close();
        connectionState.onClosed();
    }

    /** Handles a problem that the connection reports to its exception listener. */
    private void onConnectionProblem(ActivationConnection of, JMSException problem) {
        if (!StoreFailureRule.isConnectionEnding(problem)) {
            LOG.warn("A problem occurred in {}", name, problem);
            return;
        }
        if (connectionState.abandon(of)) {
            LOG.warn("{} lost its connection to the store and reconnects: {}", name, problem.getMessage());
            close(of);
            reconnectInBackground();
        }
    }

    private void reconnectInBackground() {
        AtomicLong pauseNanos = new AtomicLong(SHORTEST_PAUSE_NANOS);
        WorkerThread.repeatingForApplication(() -> tryConnect(pauseNanos), "restante-connecting")
                .start();
    }

    /** Tries to connect once, after a pause, and returns whether another attempt is needed. */
    private boolean tryConnect(AtomicLong pauseNanos) {
        if (!connectionState.awaitRetry(pauseNanos.get())) {
            return false;
        }
        pauseNanos.set(Math.min(LONGEST_PAUSE_NANOS, pauseNanos.get() * 2));
        try {
            connect();
            LOG.info("{} is connected", name);
            return false;
        } catch (JMSException | RuntimeException | LinkageError failure) {
            LOG.warn("{} cannot connect yet and retries: {}", name, failure.getMessage());
            LOG.debug("{} cannot connect yet", name, failure);
            return true;
        }
    }

    /**
     * Ends the activation. Deliveries have ended when this method returns, except those that take longer than the
     * server should wait.
     */
    void stop() {
        ActivationConnection last = connectionState.stop();
        if (last != null) {
            last.close();
        }
        connectionState.awaitClosed();
    }
}
