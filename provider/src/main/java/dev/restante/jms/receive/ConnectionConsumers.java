package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.ConsumedEntity;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.model.EntityKind;
import dev.restante.selector.Selector;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connection consumers of one connection, which start, stop and close with it. Thread-safe. */
public final class ConnectionConsumers {

    private final ConnectionServices connection;
    private final Function<Session, @Nullable ServerSessionMessages> sessionLookup;
    private final BooleanSupplier started;
    private final CopyOnWriteArrayList<JmsConnectionConsumer> openConsumers = new CopyOnWriteArrayList<>();

    /**
     * Creates an empty set.
     *
     * @param sessionLookup returns the messages of a session; null if it belongs to another connection or provider
     * @param started returns whether the connection is started
     */
    public ConnectionConsumers(
            ConnectionServices connection,
            Function<Session, @Nullable ServerSessionMessages> sessionLookup,
            BooleanSupplier started) {
        this.connection = connection;
        this.sessionLookup = sessionLookup;
        this.started = started;
    }

    /** Opens a connection consumer of a queue, or of a topic through an unshared subscription (ASF-02). */
    public ConnectionConsumer open(
            @Nullable Destination destination,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        if (Destinations.name(destination).kind() == EntityKind.TOPIC) {
            return open(TopicConsumerArguments.unshared((Topic) destination, selector, false), pool, maxMessages);
        }
        ServerSessionSource sessionSource = sessions(pool, maxMessages);
        Selector parsed = Selectors.parse(selector);
        return open(connection.entities().consumableQueue(destination), parsed, sessionSource, maxMessages);
    }

    public ConnectionConsumer open(TopicConsumerArguments arguments, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        ServerSessionSource sessionSource = sessions(pool, maxMessages);
        return open(ConsumedEntity.of(connection.entities().subscribe(arguments)), null, sessionSource, maxMessages);
    }

    private JmsConnectionConsumer open(
            ConsumedEntity source, @Nullable Selector selector, ServerSessionSource sessionSource, int maxMessages) {
        try {
            return register(new JmsConnectionConsumer(
                    connection, source.entity(), selector, sessionSource, maxMessages, closed -> {
                        openConsumers.remove(closed);
                        source.release(connection.pendingConsumers());
                    }));
        } catch (RuntimeException refused) {
            source.release(connection.pendingConsumers());
            throw refused;
        }
    }

    private ServerSessionSource sessions(@Nullable ServerSessionPool pool, int maxMessages) throws JMSException {
        if (pool == null || maxMessages < 1) {
            throw new JMSException(
                    "A connection consumer needs a server session pool and a maxMessages of at least 1," + " not "
                            + maxMessages,
                    ErrorCodes.INVALID_ARGUMENT);
        }
        return new ServerSessionSource(pool, sessionLookup);
    }

    private JmsConnectionConsumer register(JmsConnectionConsumer consumer) {
        openConsumers.add(consumer);
        if (started.getAsBoolean()) {
            consumer.start();
        }
        return consumer;
    }

    public void start() {
        openConsumers.forEach(JmsConnectionConsumer::start);
    }

    public void stop() {
        openConsumers.forEach(JmsConnectionConsumer::stop);
    }

    public void close() {
        openConsumers.forEach(JmsConnectionConsumer::close);
    }
}
