package dev.restante.ra.inbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.model.WorkerThread;
import dev.restante.ra.store.StoreProblems;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message-driven bean that consumes: keeps a connection for it, and makes another one when that is lost. A store that
 * is not there is waited for, from the beginning on.
 *
 * <p>Threads: the server's begins and ends it; the connection tells its problems on one of its own; one of its own
 * connects, and lives only as long as that takes.
 */
final class Activation {

    private static final Logger LOG = LoggerFactory.getLogger(Activation.class);

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String name;
    private final RestanteXAConnectionFactory factory;
    private final Consumption consumption;
    private final EndpointSource endpoints;
    private final int maxConcurrency;
    private final CurrentConnection current = new CurrentConnection();

    /**
     * Not begun yet.
     *
     * @param name for the log
     */
    Activation(
            String name,
            RestanteXAConnectionFactory factory,
            Consumption consumption,
            EndpointSource endpoints,
            int maxConcurrency) {
        this.name = name;
        this.factory = factory;
        this.consumption = consumption;
        this.endpoints = endpoints;
        this.maxConcurrency = maxConcurrency;
    }

    /**
     * Begins to consume, or to wait for the store.
     *
     * @throws JMSException if waiting would not help
     */
    void begin() throws JMSException {
        try {
            connect();
        } catch (JMSException refusal) {
            if (!StoreProblems.mayPass(refusal)) {
                throw refusal;
            }
            LOG.warn("{} waits for the store: {}", name, refusal.getMessage());
            connectLater();
        }
    }

    private void connect() throws JMSException {
        ActiveConnection made =
                ActiveConnection.open(name, factory, consumption, endpoints, maxConcurrency, this::problem);
        current.begin(made);
        if (!current.is(made)) {
            made.close();
            return;
        }
        try {
            made.start();
        } catch (JMSException | RuntimeException | Error failure) {
            if (current.giveUp(made)) {
                close(made);
            }
            throw failure;
        }
    }

    private void close(ActiveConnection given) {
        given.close();
        current.closed();
    }

    /** The connection told of something that nobody else can be told. */
    private void problem(ActiveConnection of, JMSException problem) {
        if (!StoreProblems.endsConnection(problem)) {
            LOG.warn("{} had a problem", name, problem);
            return;
        }
        if (current.giveUp(of)) {
            LOG.warn("{} has lost its connection and connects again: {}", name, problem.getMessage());
            close(of);
            connectLater();
        }
    }

    private void connectLater() {
        AtomicLong pauseNanos = new AtomicLong(SHORTEST_PAUSE_NANOS);
        WorkerThread.inTurnsForApplication(() -> mustConnectAgain(pauseNanos), "restante-connecting")
                .start();
    }

    /** Tries once, after a pause; false if it is connected, or ended. */
    private boolean mustConnectAgain(AtomicLong pauseNanos) {
        if (!current.pause(pauseNanos.get())) {
            return false;
        }
        pauseNanos.set(Math.min(LONGEST_PAUSE_NANOS, pauseNanos.get() * 2));
        try {
            connect();
            LOG.info("{} is connected", name);
            return false;
        } catch (JMSException | RuntimeException | LinkageError failure) {
            LOG.warn("{} can't connect yet: {}", name, failure.getMessage());
            LOG.debug("{} can't connect yet", name, failure);
            return true;
        }
    }

    /** Ends it: nothing is delivered when this returns, except what takes longer than the server should wait for. */
    void end() {
        ActiveConnection last = current.end();
        if (last != null) {
            last.close();
        }
        current.awaitClosed();
    }
}
