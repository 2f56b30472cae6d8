package dev.restante.jms;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.HeldDelivery;
import dev.restante.jms.core.BoundedCalls;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.LifeCycle;
import dev.restante.jms.core.LifeCycleState;
import dev.restante.jms.core.TemporaryDestinations;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.receive.ListenerPump;
import dev.restante.jms.receive.LoadedMessages;
import dev.restante.jms.receive.ReceivedBodies;
import dev.restante.jms.receive.SessionConsumer;
import dev.restante.jms.receive.SessionServices;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.jms.send.SessionSender;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session behind its API: what it consists of, and how that starts, stops and closes together.
 *
 * <p>Threads: one application thread uses it at a time; any thread may close it; its {@link ListenerPump} and its
 * {@link CompletionQueue} have a thread each.
 */
public final class OpenSession implements SessionServices {

    private static final Logger LOG = LoggerFactory.getLogger(OpenSession.class);

    /** The connection as its sessions see it. */
    public interface Owner {
        /** Whether the caller is a message listener or completion listener of one of its sessions. */
        boolean insideCallback();

        TemporaryDestinations temporaryDestinations();

        /** A session is closed. */
        void forget(OpenSession session);
    }

    private final ConnectionServices connection;
    private final Owner owner;
    private final AcknowledgementMode mode;
    private final LifeCycleState state = new LifeCycleState("session");
    private final DeliveryGate gate = new DeliveryGate();
    private final CopyOnWriteArrayList<SessionConsumer> consumers = new CopyOnWriteArrayList<>();
    private final ListenerPump pump;
    private final LoadedMessages loaded;
    private final ReceivedBodies bodies = new ReceivedBodies();
    private final CompletionQueue completions;
    private final SessionSender sender;

    OpenSession(ConnectionServices connection, Owner owner, AcknowledgementMode mode) {
        this.connection = connection;
        this.owner = owner;
        this.mode = mode;
        this.loaded = new LoadedMessages(this);
        this.pump = new ListenerPump(
                connection.problems()::tellOrLog, connection.options().keepJvmAlive());
        this.completions = new CompletionQueue(connection.translation(), connection.inFlightSends());
        this.sender = new SessionSender(connection, this, completions, mode);
    }

    @Override
    public void check() throws IllegalStateException {
        state.checkUsable(owner::insideCallback);
    }

    @Override
    public ConnectionServices connection() {
        return connection;
    }

    @Override
    public AcknowledgementMode mode() {
        return mode;
    }

    @Override
    public ReceivedBodies bodies() {
        return bodies;
    }

    @Override
    public DeliveryGate gate() {
        return gate;
    }

    @Override
    public void wakeListener(SessionConsumer consumer) {
        pump.wake(consumer);
    }

    @Override
    public void beginDelivery() {
        pump.beginDelivery();
    }

    @Override
    public boolean delivers() {
        return pump.delivers();
    }

    @Override
    public void checkListens(@Nullable MessageListener listener) throws JMSException {
        if (listener != null && !mode.listens()) {
            throw ExceptionTranslation.notSupported(
                    "message listeners in transactions of the application, which are those of the thread that receives; call receive()");
        }
    }

    @Override
    public void refuseOtherReceiving() throws IllegalStateException {
        loaded.refuseOtherReceiving();
    }

    @Override
    public void settledElsewhere(HeldDelivery held) {
        mode.settledElsewhere(held);
        settled();
    }

    @Override
    public void settled() {
        connection.consumerEnds().sweep();
    }

    @Override
    public <C extends SessionConsumer> C opened(C consumer) throws IllegalStateException {
        consumers.add(consumer);
        if (state.current() == LifeCycle.CLOSED) {
            // Closed meanwhile by another thread, which may not have seen it.
            consumer.end();
            check();
        }
        return consumer;
    }

    @Override
    public void forget(SessionConsumer consumer) {
        consumers.remove(consumer);
    }

    LoadedMessages loaded() {
        return loaded;
    }

    @Override
    public boolean inListener() {
        return pump.onThread() || loaded.onThread();
    }

    TemporaryDestinations temporaryDestinations() {
        return owner.temporaryDestinations();
    }

    /** Whether the caller is a message listener or completion listener of the session. */
    boolean insideCallback() {
        return inListener() || completions.onThread();
    }

    CompletionQueue completions() {
        return completions;
    }

    public SessionSender sender() {
        return sender;
    }

    /** Acknowledges one message, or what the session's mode makes of that; null for all that was consumed. */
    @Override
    public void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        check();
        settling(() -> mode.acknowledge(held));
    }

    /** A call settles something: consumers that waited only for that end with it, within the same bound. */
    void settling(BoundedCalls.Action call) throws JMSException {
        connection.calls().run(() -> {
            try {
                call.run();
            } finally {
                settled();
            }
        });
    }

    /** Whether messages of the entity with an id were handed over and can still be settled. */
    boolean unsettled(long entityId) {
        mode.awaitCompletions();
        return mode.unsettled(entityId) || loaded.areOf(entityId);
    }

    /**
     * Waits for its receive, its listener and its asynchronous sends, then gives back what is unacknowledged (SES-07 to
     * SES-12, TXN-12).
     */
    void close() throws JMSException {
        closeAnd(() -> {});
    }

    /**
     * Closes it, if it is open, and ends something else with it in the same call: both wait for the store no longer
     * than one (RCV-19).
     */
    public void closeAnd(BoundedCalls.Action ending) throws JMSException {
        boolean closes = state.current() != LifeCycle.CLOSED;
        if (closes) {
            if (inListener()) {
                throw new IllegalStateException(
                        "A session can't be closed by its own message listener", ErrorCodes.ILLEGAL_STATE);
            }
            completions.refuseInCallback("close of a session");
        }
        connection.calls().run(() -> {
            if (closes) {
                beginClose();
                awaitQuiet();
                finishClose();
            }
            ending.run();
        });
    }

    /** Nothing is handed over any more, and who waits for a message returns. */
    void beginClose() {
        state.transitionTo(LifeCycle.CLOSING);
        gate.close();
        consumers.forEach(SessionConsumer::wake);
    }

    void awaitQuiet() {
        gate.awaitQuiet();
        completions.end();
    }

    void finishClose() {
        if (!state.transitionTo(LifeCycle.CLOSED)) {
            return;
        }
        pump.end();
        // While its consumers are open: what is not durable ends with them.
        mode.settleReturned();
        loaded.close();
        consumers.forEach(SessionConsumer::end);
        try {
            mode.close();
        } catch (JMSException failure) {
            LOG.warn("What a closing session had not acknowledged could not be given back", failure);
        }
        bodies.close();
        owner.forget(this);
        settled();
    }

    /** The connection has started. */
    void start() {
        gate.open();
        consumers.forEach(SessionConsumer::wake);
    }

    /** The connection has stopped and nothing is being handed over. */
    void pauseConsumers() {
        consumers.forEach(SessionConsumer::pause);
    }
}
