package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.Subscribed;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The connection consumers of a connection, which start, stop and end with it. Thread-safe. */
public final class ConnectionConsumers {

    private final ConnectionServices connection;
    private final OwnSessions ownSessions;
    private final BooleanSupplier started;
    private final CopyOnWriteArrayList<JmsConnectionConsumer> open = new CopyOnWriteArrayList<>();

    /**
     * None yet.
     *
     * @param started whether the connection is
     */
    public ConnectionConsumers(ConnectionServices connection, OwnSessions ownSessions, BooleanSupplier started) {
        this.connection = connection;
        this.ownSessions = ownSessions;
        this.started = started;
    }

    /** A connection consumer of a queue, or of a topic by a subscription of its own (ASF-02). */
    public ConnectionConsumer open(
            @Nullable Destination destination,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        if (Destinations.name(destination).kind() == EntityKind.TOPIC) {
            return open(SubscriptionOpening.unshared((Topic) destination, selector, false), pool, maxMessages);
        }
        ServerSessions sessions = sessions(pool, maxMessages);
        Entity queue = connection.entities().consumableQueue(destination);
        return started(new JmsConnectionConsumer(
                connection, queue, Selectors.parse(selector), sessions, maxMessages, open::remove));
    }

    /** A connection consumer of a subscription. */
    public ConnectionConsumer open(SubscriptionOpening opening, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        ServerSessions sessions = sessions(pool, maxMessages);
        Subscribed subscribed = connection.entities().subscribe(opening);
        boolean durable = opening.kind().durable();
        try {
            return started(
                    new JmsConnectionConsumer(connection, subscribed.entity(), null, sessions, maxMessages, closed -> {
                        open.remove(closed);
                        connection.consumerEnds().add(subscribed, durable);
                    }));
        } catch (JMSException | RuntimeException refused) {
            try {
                subscribed.close();
            } catch (BrokerException failure) {
                refused.addSuppressed(failure);
            }
            throw refused;
        }
    }

    private ServerSessions sessions(@Nullable ServerSessionPool pool, int maxMessages) throws JMSException {
        if (pool == null || maxMessages < 1) {
            throw new JMSException(
                    "A connection consumer needs a pool and at least 1 message for a session, not " + maxMessages,
                    ErrorCodes.INVALID_ARGUMENT);
        }
        return new ServerSessions(pool, ownSessions);
    }

    private JmsConnectionConsumer started(JmsConnectionConsumer consumer) {
        open.add(consumer);
        if (started.getAsBoolean()) {
            consumer.start();
        }
        return consumer;
    }

    public void start() {
        open.forEach(JmsConnectionConsumer::start);
    }

    public void stop() {
        open.forEach(JmsConnectionConsumer::stop);
    }

    public void close() {
        open.forEach(JmsConnectionConsumer::close);
    }
}
