package dev.restante.spring;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of a Spring application with its connection factories. It is not a connection factory itself, so that the
 * context has exactly one bean of that type. Thread-safe.
 */
public final class RestanteStore implements AutoCloseable {

    /** URL of the default embedded store, for an application without a suitable data source. */
    public static final String EMBEDDED_URL = "jdbc:hsqldb:file:data/restante";

    private static final Logger LOG = LoggerFactory.getLogger(RestanteStore.class);

    private final RestanteXAConnectionFactory restanteConnectionFactory;
    private final ConnectionFactory connections;
    private final @Nullable NodeConnectionPool pool;
    private final String location;

    /** Administration connection that keeps the node open until this store is closed. */
    private volatile @Nullable RestanteAdmin keepOpenAdmin;

    private RestanteStore(
            RestanteXAConnectionFactory factory,
            ConnectionFactory connections,
            @Nullable NodeConnectionPool pool,
            String location) {
        this.restanteConnectionFactory = factory;
        this.connections = connections;
        this.pool = pool;
        this.location = location;
    }

    /**
     * Creates the store at a placement, without opening it.
     *
     * @param dataSources a lookup of data source beans by name, called for the chosen bean only
     * @param options sets the options of the factory, including {@code url} if the placement is a URL. The factory has
     *     no shutdown hook unless this action sets it, because Spring closes the store in the right order.
     * @throws StoreNotOpenedException if the data source cannot be used
     */
    public static RestanteStore create(
            StorePlacement placement,
            TransactionMode mode,
            Function<String, DataSource> dataSources,
            Consumer<RestanteConnectionFactory> options) {
        if (placement instanceof StorePlacement.InDataSource database) {
            return inDatabase(database.dataSource(), dataSources.apply(database.dataSource()), mode, options);
        }
        RestanteXAConnectionFactory factory = configured(new RestanteXAConnectionFactory(EMBEDDED_URL), options);
        if (placement instanceof StorePlacement.Embedded embedded) {
            LOG.info(
                    "Messages are kept in {}, because {}. They do not take part in transactions of the application.",
                    factory,
                    embedded.reason());
        }
        return new RestanteStore(factory, factory, null, factory.toString());
    }

    private static RestanteStore inDatabase(
            String name, DataSource dataSource, TransactionMode mode, Consumer<RestanteConnectionFactory> options) {
        String location = "the DataSource '" + name + "'";
        NodeConnectionPool pool;
        try {
            pool = NodeConnectionPool.create(name, dataSource);
        } catch (SQLException unusable) {
            throw new StoreNotOpenedException(location, unusable);
        }
        try {
            RestanteXAConnectionFactory factory =
                    configured(new RestanteXAConnectionFactory(pool.dataSource()), options);
            ConnectionFactory connections =
                    switch (mode) {
                        case MIXED -> factory.joiningTransactionsIfPossible(new SpringJdbcTransactions(dataSource));
                        case JOINED -> factory.joiningTransactions(SpringJdbcTransactions.strict(dataSource));
                        case SEPARATE -> factory;
                    };
            LOG.info("Messages are kept in {}, transaction mode {}", location, mode);
            return new RestanteStore(factory, connections, pool, location);
        } catch (RuntimeException refused) {
            pool.close();
            throw refused;
        }
    }

    private static RestanteXAConnectionFactory configured(
            RestanteXAConnectionFactory factory, Consumer<RestanteConnectionFactory> options) {
        factory.setShutdownHook(false);
        options.accept(factory);
        return factory;
    }

    /**
     * Opens the store and applies the configured entities. Without entities and with {@code SchemaManagement.NONE}, the
     * first use opens the store.
     *
     * @throws StoreNotOpenedException if the store cannot be opened
     */
    public void open(SchemaManagement schema, ConfiguredEntities entities) {
        restanteConnectionFactory.setCreateStore(schema == SchemaManagement.CREATE);
        if (schema == SchemaManagement.NONE && entities.isEmpty()) {
            return;
        }
        try {
            RestanteAdmin admin = restanteConnectionFactory.admin();
            keepOpenAdmin = admin;
            entities.apply(admin);
        } catch (JMSException failure) {
            throw new StoreNotOpenedException(location, failure);
        }
    }

    /**
     * Returns the connection factory for applications, whose sessions join Spring transactions as the transaction mode
     * says.
     */
    public ConnectionFactory connectionFactory() {
        return connections;
    }

    /** Returns the underlying factory, for administration and for sessions that join no Spring transaction. */
    public RestanteConnectionFactory restanteConnectionFactory() {
        return restanteConnectionFactory;
    }

    /** Returns the factory for a JTA transaction manager, which enlists the work of its sessions. */
    public RestanteXAConnectionFactory xaConnectionFactory() {
        return restanteConnectionFactory;
    }

    /** Returns whether the node uses the application's own pool, because that pool is not HikariCP. */
    public boolean usesApplicationPool() {
        return pool != null && pool.dedicatedPool() == null;
    }

    /** Returns the location of the store, without secrets. */
    public String location() {
        return location;
    }

    /** Closes all connections and ends the node. */
    @Override
    public void close() throws JMSException {
        RestanteAdmin open = keepOpenAdmin;
        if (open != null) {
            open.close();
        }
        try {
            restanteConnectionFactory.close();
        } finally {
            if (pool != null) {
                pool.close();
            }
        }
    }

    @Override
    public String toString() {
        return "RestanteStore[" + location + "]";
    }
}
