package dev.restante.store.jdbc.product;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.database.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Product-specific steps of opening and closing one database, called in the order of the methods by one thread. */
public interface DatabaseOpener {

    /**
     * Request to open a database.
     *
     * @param databaseName name of the database in messages, without secrets
     * @param mayCreate true if a store may be created in a database without one
     * @param fromApplication true if the application data source supplies the connections
     * @param closesOnRequest true for a tool that hands an embedded store over to an application on request
     */
    record OpenRequest(
            String url,
            String databaseName,
            boolean mayCreate,
            boolean fromApplication,
            boolean closesOnRequest,
            StoreTimeouts timeouts) {}

    /** Returns the URL for the driver. */
    String url();

    /** Adds the properties for connections that the store opens itself. Properties in the URL take precedence. */
    default void addConnectionProperties(Properties properties) {}

    /**
     * Prepares the opening of the first connection by the store itself.
     *
     * @param properties connection properties, which may be changed
     * @throws dev.restante.store.StoreException if the database cannot be used
     */
    default void beforeFirstConnection(JdbcDriver driver, Properties properties) throws SQLException {}

    /**
     * Opens a connection by the store itself, at any later time.
     *
     * @param properties prepared connection properties
     */
    default Connection connect(JdbcDriver driver, Properties properties) throws SQLException {
        return driver.connect(properties);
    }

    /**
     * Checks each connection that is borrowed from the application data source.
     *
     * @throws SQLException if the connection leads to a server to which this store does not write; the connection is
     *     then closed
     */
    default void checkBorrowed(Connection connection) throws SQLException {}

    /** Returns whether the client info "ApplicationName" names a session permanently. */
    default boolean keepsSessionNames() {
        return false;
    }

    /**
     * Checks the database with the first connection, and returns its dialect.
     *
     * @param opener opener of further connections of the same kind
     * @throws dev.restante.store.StoreException if the database cannot be used
     */
    Dialect onFirstConnection(Connection first, Connections opener) throws SQLException;

    /** Opener of connections. */
    @FunctionalInterface
    interface Connections {
        Connection open() throws SQLException;
    }

    /**
     * Completes the opening after the migration of the schema.
     *
     * @return true if the first connection can be used further; otherwise new connections are opened
     * @throws dev.restante.store.StoreException if the database cannot be used
     */
    default boolean afterMigration(Connection first) throws SQLException {
        return true;
    }

    /** Returns the path of an embedded database in files, without an extension; null for other databases. */
    default @Nullable Path databasePath() {
        return null;
    }

    /** Returns the maintenance that the database needs. */
    default DatabaseMaintenance maintenance(Database database) {
        return DatabaseMaintenance.notNeeded(database.dialect());
    }

    /**
     * Closes the database after all connections are closed.
     *
     * @param opener opener of one more connection by the store itself
     */
    default void close(Connections opener) {}

    /** Releases all resources if the database could not be opened as a store. Called instead of {@link #close}. */
    default void abort() {}
}
