package dev.restante.ra.inbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.WorkerThread;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JMS connection of an activation, which opens, starts and closes the connection consumer and its pool of sessions.
 * Thread-safe.
 */
final class ActivationConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ActivationConnection.class);

    /** Longest time for which the end of an activation waits for running deliveries. */
    private static final long DELIVERY_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final String name;
    private final Connection connection;
    private final EndpointSessionPool pool;
    private final ConnectionConsumer consumer;

    private ActivationConnection(
            String name, Connection connection, EndpointSessionPool pool, ConnectionConsumer consumer) {
        this.name = name;
        this.connection = connection;
        this.pool = pool;
        this.consumer = consumer;
    }

    /**
     * Connects. Deliveries begin with {@link #start}.
     *
     * @param problems the listener for problems of the connection
     */
    static ActivationConnection open(
            String name,
            RestanteXAConnectionFactory factory,
            ActivationDestination destination,
            EndpointSessionFactory sessionFactory,
            int maxConcurrency,
            BiConsumer<ActivationConnection, JMSException> problems)
            throws JMSException {
        Connection connection = sessionFactory.transacted() ? factory.createXAConnection() : factory.createConnection();
        EndpointSessionPool pool = new EndpointSessionPool(name, sessionFactory.bind(connection), maxConcurrency);
        try {
            if (destination.clientId() != null) {
                connection.setClientID(destination.clientId());
            }
            ConnectionConsumer consumer = destination.open(connection, pool);
            configure(factory, destination, consumer);
            ActivationConnection made = new ActivationConnection(name, connection, pool, consumer);
            connection.setExceptionListener(problem -> problems.accept(made, problem));
            return made;
        } catch (JMSException | RuntimeException failure) {
            // The connection consumer may have requested a session already.
            pool.close();
            closeAfter(failure, connection);
            throw failure;
        }
    }

    private static void configure(
            RestanteXAConnectionFactory factory, ActivationDestination destination, ConnectionConsumer consumer)
            throws JMSException {
        if (!destination.queueOptions().isEmpty()) {
            try (RestanteAdmin admin = factory.admin()) {
                destination.configure(admin, consumer);
            }
        }
    }

    private static void closeAfter(Exception failure, Connection connection) {
        try {
            connection.close();
        } catch (JMSException | RuntimeException further) {
            failure.addSuppressed(further);
        }
    }

    /** Starts deliveries. */
    void start() throws JMSException {
        connection.start();
    }

    /** Stops receiving, waits for running deliveries, and closes the connection. */
    void close() {
        pool.close();
        closeQuietly("consumer", consumer::close);
        if (pool.awaitEnd(DELIVERY_TIMEOUT_NANOS)) {
            closeQuietly("connection", connection::close);
            return;
        }
        LOG.warn("{} is still processing messages. Its connection closes when they are processed.", name);
        WorkerThread.forApplication(() -> closeQuietly("connection", connection::close), "restante-closing")
                .start();
    }

    private interface CloseAction {
        void close() throws JMSException;
    }

    private void closeQuietly(String what, CloseAction action) {
        try {
            action.close();
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("The {} of {} could not be closed", what, name, failure);
        }
    }
}
