package dev.restante.store.jdbc.product;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The opening of one database, step by step in the order of these methods, until it is closed. Used by one thread. */
public interface DatabaseOpening {

    /**
     * A request to open a database.
     *
     * @param url of the database
     * @param where names it in messages, without secrets
     * @param mayCreate whether it may have no store yet
     * @param given whether it is reached by a data source of the application
     * @param givesWay whether an embedded one is given up as soon as an application wants it, which others are told
     * @param timeouts for how long it may keep anybody waiting
     */
    record Request(
            String url, String where, boolean mayCreate, boolean given, boolean givesWay, StoreTimeouts timeouts) {}

    /** The URL for the driver. */
    String url();

    /** Says what connections of our own need; what the URL says comes before that. */
    void configure(Properties properties);

    /**
     * Before the first connection of our own is opened.
     *
     * @param properties may be changed
     * @throws dev.restante.store.StoreException if the database can't be used
     */
    void prepare(JdbcDriver driver, Properties properties) throws SQLException;

    /**
     * Opens a connection of our own, at any time after that.
     *
     * @param properties as they were prepared
     */
    default Connection connect(JdbcDriver driver, Properties properties) throws SQLException {
        return driver.connect(properties);
    }

    /**
     * Looks at a connection that a given data source has lent, each time that it does.
     *
     * @throws SQLException if it leads to where this store is not written to; it is closed then
     */
    default void check(Connection given) throws SQLException {}

    /** Returns whether a session can be named by the client info "ApplicationName", and keeps that name. */
    default boolean keepsNames() {
        return false;
    }

    /**
     * With the first connection.
     *
     * @param others opens more of the same kind
     * @throws dev.restante.store.StoreException if the database can't be used
     */
    Dialect connected(Connection first, Connections others) throws SQLException;

    /** Opens connections. */
    @FunctionalInterface
    interface Connections {
        Connection open() throws SQLException;
    }

    /**
     * When the schema is up to date.
     *
     * @return whether the first connection may be used any longer; otherwise others are opened
     * @throws dev.restante.store.StoreException if the database can't be used
     */
    boolean migrated(Connection first) throws SQLException;

    /** The path of the database without an ending; null unless it is embedded and in files. */
    default @Nullable Path files() {
        return null;
    }

    /** What the database needs of those who write to it. */
    Upkeep upkeep(Database database);

    /**
     * When all connections are closed again.
     *
     * @param others opens one more of our own
     */
    void close(Connections others);

    /** In place of {@link #close}, when it could not be opened as a store. */
    void abandon();
}
