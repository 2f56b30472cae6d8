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

/** The connection of an activation, with its consumer and its sessions. Thread-safe. */
final class ActiveConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ActiveConnection.class);

    /** How long the server is kept waiting, when it ends the activation, for deliveries that are under way. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final String name;
    private final Connection connection;
    private final EndpointPool pool;
    private final ConnectionConsumer consumer;

    private ActiveConnection(String name, Connection connection, EndpointPool pool, ConnectionConsumer consumer) {
        this.name = name;
        this.connection = connection;
        this.pool = pool;
        this.consumer = consumer;
    }

    /**
     * Connects; nothing is delivered before {@link #start}.
     *
     * @param problems told what happens to the connection
     */
    static ActiveConnection open(
            String name,
            RestanteXAConnectionFactory factory,
            Consumption consumption,
            EndpointSource endpoints,
            int maxConcurrency,
            BiConsumer<ActiveConnection, JMSException> problems)
            throws JMSException {
        Connection connection = endpoints.transacted() ? factory.createXAConnection() : factory.createConnection();
        EndpointPool pool = new EndpointPool(name, endpoints.on(connection), maxConcurrency);
        try {
            if (consumption.clientId() != null) {
                connection.setClientID(consumption.clientId());
            }
            ConnectionConsumer consumer = consumption.open(connection, pool);
            configure(factory, consumption);
            ActiveConnection made = new ActiveConnection(name, connection, pool, consumer);
            connection.setExceptionListener(problem -> problems.accept(made, problem));
            return made;
        } catch (JMSException | RuntimeException failure) {
            // Its consumer may have asked for a session already.
            pool.close();
            closeAfter(failure, connection);
            throw failure;
        }
    }

    private static void configure(RestanteXAConnectionFactory factory, Consumption consumption) throws JMSException {
        if (!consumption.settings().isNone()) {
            try (RestanteAdmin admin = factory.admin()) {
                consumption.configure(admin);
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

    /** Begins to deliver. */
    void start() throws JMSException {
        connection.start();
    }

    /** Takes no more messages, waits for deliveries that are under way, and closes the connection. */
    void close() {
        pool.close();
        quietly("consumer", consumer::close);
        if (pool.awaitEnd(PATIENCE_NANOS)) {
            quietly("connection", connection::close);
            return;
        }
        LOG.warn("{} still delivers; its connection is closed when that is done", name);
        WorkerThread.forApplication(() -> quietly("connection", connection::close), "restante-closing")
                .start();
    }

    private interface Closing {
        void close() throws JMSException;
    }

    private void quietly(String what, Closing closing) {
        try {
            closing.close();
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("The {} of {} could not be closed", what, name, failure);
        }
    }
}
