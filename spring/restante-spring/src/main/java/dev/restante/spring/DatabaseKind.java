package dev.restante.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;

/** The database products that make a difference to where messages are kept. */
public enum DatabaseKind {

    /** PostgreSQL, MariaDB or MySQL: serves many nodes. */
    SERVER,

    /** HSQLDB, which can keep messages, but is mostly there for tests. */
    HSQLDB,

    /** H2, which can't, and is mostly there for tests. */
    H2,

    /** One that can't keep messages. */
    OTHER;

    /**
     * The kind by the name of a product.
     *
     * @param product as {@code DatabaseMetaData} tells it
     */
    public static DatabaseKind named(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("postgresql") || name.contains("mariadb") || name.contains("mysql")) {
            return SERVER;
        }
        if (name.contains("hsql")) {
            return HSQLDB;
        }
        return name.equals("h2") ? H2 : OTHER;
    }

    /**
     * The kind of the database that a data source leads to, which is asked.
     *
     * @throws SQLException if it can't be reached
     */
    public static DatabaseKind of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return named(connection.getMetaData().getDatabaseProductName());
        }
    }
}
