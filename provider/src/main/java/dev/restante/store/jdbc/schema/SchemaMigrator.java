package dev.restante.store.jdbc.schema;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.StoreFailures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Brings a database to the schema version of this Restante. Several nodes may start at once on an empty database. Where
 * the schema is changed in a transaction, a lock of the database lets one of them create it and the others find it.
 * Where a database commits each statement that changes the schema, each can be repeated, also while another node
 * executes it, and long after: so nobody waits for one that is gone, and whoever comes to the end has all of it.
 */
public final class SchemaMigrator {

    /** One file per version, in order; the first has version 1. */
    private static final List<String> MIGRATIONS = List.of(
            "V001__tables.sql",
            "V002__node_requests.sql",
            "V003__settings.sql",
            "V004__message_groups.sql",
            "V005__transaction_branches.sql",
            "V006__notes_in_deliveries.sql",
            "V007__outcomes.sql",
            "V008__text_without_padding.sql",
            "V009__quota_shares.sql",
            "V010__lasting_deferral.sql",
            "V011__subscription_rules.sql",
            "V012__buffer_stocks.sql",
            "V013__large_bodies.sql",
            "V014__last_values.sql",
            "V015__generations_of_pipelines.sql",
            "V016__wake_ups.sql",
            "V017__redrive_jobs.sql",
            "V018__history.sql",
            "V019__versions_of_nodes.sql",
            "V020__one_index_of_ids.sql",
            "V021__entity_presence.sql");

    /** The version that this Restante reads and writes. */
    public static final int VERSION = MIGRATIONS.size();

    private static final String FOLDER = "/dev/restante/store/schema/";

    private final Dialect dialect;
    private final String where;
    private final long lockMillis;
    private final StoreFailures failures;

    /**
     * @param where names the database in messages
     * @param lockMillis how long it waits for a lock, that of another migration included
     */
    public SchemaMigrator(Dialect dialect, String where, long lockMillis) {
        this.dialect = dialect;
        this.where = where;
        this.lockMillis = lockMillis;
        this.failures = new StoreFailures(dialect.failureCodes());
    }

    /** Whether the database has no store. */
    private boolean isMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(dialect.findSchema())) {
            return !rows.next();
        }
    }

    /**
     * Applies the migrations that are missing, in one transaction where the database can. It begins again where it
     * collides with another node that does the same.
     *
     * @param found the version that the database has
     * @throws StoreException if the database has a newer version than this Restante knows, or the user may not make the
     *     tables that are missing
     */
    public void migrate(Connection connection, int found) throws SQLException {
        long startedNanos = System.nanoTime();
        while (true) {
            try {
                migrateOnce(connection);
                return;
            } catch (SQLException e) {
                if (failures.rightMissing(e)) {
                    throw forbidden(found, e);
                }
                if (failures.kindOf(e) != StoreException.Kind.TRANSIENT
                        || System.nanoTime() - startedNanos >= TimeUnit.MILLISECONDS.toNanos(lockMillis)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Returns the version of the store; 0 if there is none. It needs no right but to read.
     *
     * @throws StoreException with UNAVAILABLE if the database does not tell it in time
     */
    public int found(Connection connection) throws SQLException {
        if (isMissing(connection)) {
            return 0;
        }
        try (Statement statement = connection.createStatement()) {
            return version(statement);
        } catch (SQLException e) {
            StoreException.Kind kind = failures.kindOf(e);
            if (kind != StoreException.Kind.UNAVAILABLE && kind != StoreException.Kind.TRANSIENT) {
                throw e;
            }
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    where + " does not tell the version of its schema: " + e.getMessage()
                            + ". Another session may hold a lock on its tables",
                    e);
        }
    }

    private StoreException forbidden(int found, SQLException cause) {
        return new StoreException(
                StoreException.Kind.FATAL,
                where
                        + (found == 0
                                ? " has no store that is whole"
                                : " has a store of schema version " + found + ", and this Restante needs " + VERSION)
                        + "; the user may not make what is missing: " + cause.getMessage()
                        + ". Let a user open it once who may create tables there and owns those that there are; this one"
                        + " needs no more than to read and write them",
                cause);
    }

    private void migrateOnce(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            try {
                dialect.beginMigration(statement, lockMillis);
                migrateInTransaction(connection, statement);
                connection.commit();
                dialect.endMigration(statement);
            } catch (SQLException | RuntimeException | Error e) {
                giveUp(connection, statement, e);
                throw e;
            }
        }
        connection.setAutoCommit(true);
    }

    /** The connection may be dead, which is not what the caller has to be told then. */
    private void giveUp(Connection connection, Statement statement, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
        try {
            dialect.endMigration(statement);
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private void migrateInTransaction(Connection connection, Statement statement) throws SQLException {
        if (isMissing(connection)) {
            statement.execute("CREATE TABLE IF NOT EXISTS restante_schema"
                    + " (version INTEGER PRIMARY KEY, file VARCHAR(200) NOT NULL)");
        }
        int found = version(statement);
        if (found > VERSION) {
            throw new StoreException(
                    StoreException.Kind.FATAL,
                    where + " has schema version " + found
                            + ", written by a newer Restante; this one knows version " + VERSION
                            + ". Use the newer Restante, or restore a backup from before the upgrade",
                    null);
        }
        if (found < VERSION) {
            dialect.createCollation(statement);
        }
        for (int version = Math.max(found + 1, dialect.firstSchemaVersion()); version <= VERSION; version++) {
            apply(connection, statement, version);
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT COALESCE(MAX(version), 0) FROM restante_schema")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private void apply(Connection connection, Statement statement, int version) throws SQLException {
        String file = version == dialect.firstSchemaVersion()
                ? String.format(Locale.ROOT, "V%03d__tables.sql", version)
                : MIGRATIONS.get(version - 1);
        for (String sql : statements(read(FOLDER + dialect.schemaFolder() + "/" + file))) {
            execute(statement, dialect.inItsWords(sql));
        }
        try (PreparedStatement insert = connection.prepareStatement(dialect.noteMigration())) {
            insert.setInt(1, version);
            insert.setString(2, file);
            insert.executeUpdate();
        }
        if (dialect.commitsSchemaChanges()) {
            // Whoever does the same would wait for the row until the next change.
            connection.commit();
        }
    }

    private void execute(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            if (!dialect.wasDoneBefore(e)) {
                throw e;
            }
        }
    }

    private static String read(String resource) {
        try (InputStream stream = SchemaMigrator.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the migration " + resource + " is missing from the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the migration " + resource + " can't be read", e);
        }
    }

    private static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : script.lines().toList()) {
            if (line.isBlank() || line.startsWith("--")) {
                continue;
            }
            if (line.endsWith(";")) {
                statements.add(current.append(line, 0, line.length() - 1).toString());
                current.setLength(0);
            } else {
                current.append(line).append('\n');
            }
        }
        return statements;
    }
}
