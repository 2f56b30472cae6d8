package dev.restante.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Enumeration of the kinds of databases (server, HSQLDB, H2, unsupported), by which {@link StorePlacement} decides
 * whether an application's data source contains the store.
 */
public enum DatabaseKind {

    /** PostgreSQL, MariaDB or MySQL: a server on which several nodes can share a store. */
    SERVER,

    /** HSQLDB, which can contain a store but is usually there for tests. */
    HSQLDB,

    /** H2, which cannot contain a store and is usually there for tests. */
    H2,

    /** Any other product, which cannot contain a store. */
    UNSUPPORTED;

    /** Returns the kind for a product name from {@code DatabaseMetaData}. */
    public static DatabaseKind named(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("postgresql") || name.contains("mariadb") || name.contains("mysql")) {
            return SERVER;
        }
        if (name.contains("hsql")) {
            return HSQLDB;
        }
        return name.equals("h2") ? H2 : UNSUPPORTED;
    }

    /**
     * Connects to the database of a data source and returns its kind.
     *
     * @throws SQLException if the database cannot be reached
     */
    public static DatabaseKind of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return named(connection.getMetaData().getDatabaseProductName());
        }
    }
}
