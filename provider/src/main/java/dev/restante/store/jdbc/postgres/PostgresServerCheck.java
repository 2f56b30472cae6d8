package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Check of the database and server settings without which PostgreSQL would lose messages or fail transactions. */
final class PostgresServerCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresServerCheck.class);

    /** Statement that creates a suitable database, whatever the locale of the server is. */
    static final String CREATE_DATABASE =
            "CREATE DATABASE restante ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";

    /**
     * Query for the schemas before {@code pg_catalog}. PostgreSQL searches that first if the path does not name it. It
     * never searches a schema of temporary tables for functions.
     */
    private static final String SCHEMAS_BEFORE =
            """
            SELECT string_agg(name, ', ' ORDER BY place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS s (name, place)
            WHERE place < (SELECT min(place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS c (name, place)
                           WHERE name = 'pg_catalog')
              AND name NOT LIKE 'pg\\_temp\\_%'""";

    private static final String DURABILITY = "SELECT COALESCE(current_setting('fsync', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_commit', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_standby_names', TRUE), '')";

    /** Query for the limits of role and database. -1 means no limit; superusers have none. */
    private static final String LIMITS = "SELECT r.rolname, r.rolconnlimit, d.datname, d.datconnlimit"
            + " FROM pg_roles r, pg_database d"
            + " WHERE r.rolname = session_user AND NOT r.rolsuper AND d.datname = current_database()";

    private PostgresServerCheck() {}

    /** Rejects encodings in which the first unsupported character would fail a transaction. */
    static void requireUtf8(Connection connection, String databaseName) throws SQLException {
        Statements.forEach(connection, "SELECT current_setting('server_encoding')", row -> {
            String encoding = row.getString(1);
            if (!encoding.equals("UTF8")) {
                throw unusable(databaseName + " has the encoding " + encoding
                        + ", which cannot store all characters of messages. Create a database with UTF-8: "
                        + CREATE_DATABASE);
            }
        });
    }

    /** Rejects schemas before pg_catalog on the search path, because their functions could replace PostgreSQL's own. */
    static void requireCatalogFirst(Connection connection, String databaseName) throws SQLException {
        Statements.forEach(connection, SCHEMAS_BEFORE, row -> {
            String before = row.getString(1);
            if (before != null) {
                throw unusable(databaseName + " has a search_path with " + before
                        + " before pg_catalog, so functions and operators of that schema would replace those"
                        + " of PostgreSQL and run with the permissions of this role. Remove pg_catalog from"
                        + " the search_path of the role, the database and the URL");
            }
        });
    }

    /**
     * Warns of settings with which the server confirms commits that it may still lose; the administrator may want these
     * settings.
     */
    static void warnIfNotDurable(Connection connection, String databaseName) throws SQLException {
        Statements.forEach(connection, DURABILITY, row -> {
            String commit = row.getString(2);
            if (row.getString(1).equals("off")) {
                LOGGER.warn(
                        "{} has fsync = off. Its files may be damaged if its machine fails. Set fsync to on.",
                        databaseName);
            }
            if (commit.equals("off")) {
                LOGGER.warn(
                        "{} has synchronous_commit = off. Sent messages may be lost if"
                                + " the server fails. Set synchronous_commit to on.",
                        databaseName);
            }
            if (commit.equals("local") && !row.getString(3).isEmpty()) {
                LOGGER.warn(
                        "{} has synchronous_commit = local, so it does not wait for its synchronous standby. Sent"
                                + " messages may be lost in a failover. Set synchronous_commit to on.",
                        databaseName);
            }
        });
    }

    /** Rejects limits with which a node could open, but would later wait in vain for connections. */
    static void requireConnections(Connection connection, String databaseName) throws SQLException {
        Statements.forEach(connection, LIMITS, row -> {
            requireConnections(row.getInt(2), databaseName, "role '" + row.getString(1) + "'");
            requireConnections(row.getInt(4), databaseName, "database '" + row.getString(3) + "'");
        });
    }

    private static void requireConnections(int limit, String databaseName, String of) {
        if (limit >= 0 && limit < DatabaseProduct.MIN_CONNECTIONS) {
            throw unusable(databaseName + " cannot be used: the CONNECTION LIMIT of the " + of + " is " + limit
                    + ", and a node needs "
                    + DatabaseProduct.MIN_CONNECTIONS
                    + " connections, and 15 under load. Raise the limit to the need of all nodes");
        }
    }

    private static StoreException unusable(String text) {
        return new StoreException(StoreFailureKind.FATAL, text, null);
    }
}
