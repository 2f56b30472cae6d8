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
 * The store that an application keeps its messages in, and the connection factories for it. It is no connection factory
 * itself, so that a context has one of these only. Closing it ends the node. Thread-safe.
 */
public final class RestanteStore implements AutoCloseable {

    /** The store where nothing says another one, and there is no data source for it. */
    public static final String EMBEDDED_URL = "jdbc:hsqldb:file:data/restante";

    private static final Logger LOG = LoggerFactory.getLogger(RestanteStore.class);

    private final RestanteXAConnectionFactory factory;
    private final ConnectionFactory connections;
    private final @Nullable NodePool pool;
    private final String place;

    /** Keeps the node open until the end, though nobody may have a connection. */
    private volatile @Nullable RestanteAdmin keeper;

    private RestanteStore(
            RestanteXAConnectionFactory factory, ConnectionFactory connections, @Nullable NodePool pool, String place) {
        this.factory = factory;
        this.connections = connections;
        this.pool = pool;
        this.place = place;
    }

    /**
     * The store of a choice. Nothing is opened yet.
     *
     * @param dataSources the beans by their names; asked for the chosen one only
     * @param options sets the options of the factory, {@code url} among them where that was chosen; Spring closes it in
     *     order, so it has no shutdown hook unless that is set here
     * @throws StoreNotOpenedException if the data source can't be used
     */
    public static RestanteStore of(
            StoreChoice choice,
            StoreMode mode,
            Function<String, DataSource> dataSources,
            Consumer<RestanteConnectionFactory> options) {
        if (choice instanceof StoreChoice.Database database) {
            return inDatabase(database.dataSource(), dataSources.apply(database.dataSource()), mode, options);
        }
        RestanteXAConnectionFactory factory = configured(new RestanteXAConnectionFactory(EMBEDDED_URL), options);
        if (choice instanceof StoreChoice.Embedded embedded) {
            LOG.info(
                    "Messages are kept in {}, because {}: messages do not join transactions",
                    factory,
                    embedded.reason());
        }
        return new RestanteStore(factory, factory, null, factory.toString());
    }

    private static RestanteStore inDatabase(
            String name, DataSource dataSource, StoreMode mode, Consumer<RestanteConnectionFactory> options) {
        String place = "the DataSource '" + name + "'";
        NodePool pool;
        try {
            pool = NodePool.beside(name, dataSource);
        } catch (SQLException unusable) {
            throw new StoreNotOpenedException(place, unusable);
        }
        try {
            RestanteXAConnectionFactory factory =
                    configured(new RestanteXAConnectionFactory(pool.dataSource()), options);
            ConnectionFactory connections =
                    switch (mode) {
                        case MIXED -> factory.mixed(new SpringJdbcTransactions(dataSource));
                        case JOINED -> factory.joining(SpringJdbcTransactions.strict(dataSource));
                        case SEPARATE -> factory;
                    };
            LOG.info("Messages are kept in {}, mode {}", place, mode);
            return new RestanteStore(factory, connections, pool, place);
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
     * Opens the store, unless nothing is to be done with its tables, and sees to what is configured to be in it.
     *
     * @throws StoreNotOpenedException if it can't be opened
     */
    public void prepare(StoreSchema schema, ConfiguredEntities entities) {
        factory.setCreateStore(schema == StoreSchema.CREATE);
        if (schema == StoreSchema.NONE && entities.isEmpty()) {
            return;
        }
        try {
            RestanteAdmin admin = factory.admin();
            keeper = admin;
            entities.apply(admin);
        } catch (JMSException failure) {
            throw new StoreNotOpenedException(place, failure);
        }
    }

    /** The factory for applications: its sessions take part in transactions as the mode says. */
    public ConnectionFactory connectionFactory() {
        return connections;
    }

    /** The factory behind it, for administration and for sessions that take part in no transaction. */
    public RestanteConnectionFactory factory() {
        return factory;
    }

    /** The factory for a JTA transaction manager, which enlists what its sessions do. */
    public RestanteXAConnectionFactory xaConnectionFactory() {
        return factory;
    }

    /** True if its node uses the application's own pool, which is none of HikariCP's. */
    public boolean sharesPool() {
        return pool != null && pool.own() == null;
    }

    /** Where it is, with nothing secret. */
    public String place() {
        return place;
    }

    /** Closes all connections, and ends the node. */
    @Override
    public void close() throws JMSException {
        RestanteAdmin open = keeper;
        if (open != null) {
            open.close();
        }
        try {
            factory.close();
        } finally {
            if (pool != null) {
                pool.close();
            }
        }
    }

    @Override
    public String toString() {
        return "RestanteStore[" + place + "]";
    }
}
