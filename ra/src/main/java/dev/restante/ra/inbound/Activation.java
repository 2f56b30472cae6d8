package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.model.WorkerThread;
import dev.restante.ra.store.StoreProblems;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message-driven bean that consumes: keeps a connection for it, and makes another one when that is lost. A store that
 * is not there is waited for, from the beginning on.
 *
 * <p>Threads: the server's begins and ends it; the connection tells its problems on one of its own; one of its own
 * connects, and lives only as long as that takes. The monitor guards the state; neither the server nor the provider is
 * called with it held.
 */
final class Activation {

    private static final Logger LOG = LoggerFactory.getLogger(Activation.class);

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(15);

    /**
     * After these a connection, or what it consumes, is gone for good: a new one may find it. All others it gets over
     * by itself.
     */
    private static final Set<String> FINAL_PROBLEMS = Set.of(
            ErrorCodes.NODE_FENCED,
            ErrorCodes.CLOSED,
            ErrorCodes.ENTITY_NOT_FOUND,
            ErrorCodes.SUBSCRIPTION_NOT_FOUND,
            ErrorCodes.INVALID_DESTINATION);

    private enum State {
        /** Connects, or waits until it tries again. */
        CONNECTING,
        /** Delivers. */
        CONNECTED,
        /** Has been deactivated. */
        ENDED
    }

    private final String name;
    private final RestanteXAConnectionFactory factory;
    private final Consumption consumption;
    private final EndpointSource endpoints;
    private final int maxConcurrency;

    @GuardedBy("this")
    private State state = State.CONNECTING;

    @GuardedBy("this")
    private @Nullable ActiveConnection connected;

    /** The former one, whose deliveries are waited for. */
    @GuardedBy("this")
    private @Nullable ActiveConnection closing;

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
        synchronized (this) {
            if (state == State.CONNECTING) {
                connected = made;
                state = State.CONNECTED;
            }
        }
        if (!isCurrent(made)) {
            made.close();
            return;
        }
        try {
            made.start();
        } catch (JMSException | RuntimeException | Error failure) {
            if (giveUp(made)) {
                close(made);
            }
            throw failure;
        }
    }

    private synchronized boolean isCurrent(ActiveConnection connection) {
        return connected == connection;
    }

    /** Whether a connection was the current one, and is not any more; whoever is told so closes it. */
    private synchronized boolean giveUp(ActiveConnection connection) {
        if (state != State.CONNECTED || connected != connection) {
            return false;
        }
        connected = null;
        closing = connection;
        state = State.CONNECTING;
        return true;
    }

    private void close(ActiveConnection given) {
        given.close();
        synchronized (this) {
            closing = null;
            notifyAll();
        }
    }

    /** The connection told of something that nobody else can be told. */
    private void problem(ActiveConnection of, JMSException problem) {
        if (!FINAL_PROBLEMS.contains(String.valueOf(problem.getErrorCode()))) {
            LOG.warn("{} had a problem", name, problem);
            return;
        }
        if (giveUp(of)) {
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
        if (!pause(pauseNanos.get())) {
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

    /** Waits, unless it is ended. */
    private synchronized boolean pause(long pauseNanos) {
        long deadlineNanos = System.nanoTime() + pauseNanos;
        long leftNanos = pauseNanos;
        while (state == State.CONNECTING && leftNanos > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            } catch (InterruptedException e) {
                return false;
            }
            leftNanos = deadlineNanos - System.nanoTime();
        }
        return state == State.CONNECTING;
    }

    /** Ends it: nothing is delivered when this returns, except what takes longer than the server should wait for. */
    void end() {
        ActiveConnection last;
        synchronized (this) {
            state = State.ENDED;
            last = connected;
            connected = null;
            notifyAll();
        }
        if (last != null) {
            last.close();
        }
        awaitClosed();
    }

    /** Its connection may be lost, and its deliveries go on. */
    private synchronized void awaitClosed() {
        while (closing != null) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
