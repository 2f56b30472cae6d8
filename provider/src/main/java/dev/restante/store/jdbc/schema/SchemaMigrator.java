package dev.restante.store.jdbc.schema;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.store.jdbc.database.Statements;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Migrator that brings a database to the schema version of this Restante release. Several nodes may migrate one
 * database at the same time.
 * <ul>
 * <li>If the database changes the schema in transactions, a database lock serializes the nodes. The first node
 *     migrates, and the other nodes find the result.
 * <li>If the database commits each schema change, each statement can be repeated, even while another node executes it.
 *     Each node executes all statements, so no node waits for another one that may have died.
 * </ul>
 */
public final class SchemaMigrator {

    /** Migration files in the order of their versions, beginning with version 1. */
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
            "V021__entity_presence.sql",
            "V022__standard_names.sql",
            "V023__policies.sql",
            "V024__topic_patterns.sql");

    /** Schema version that this release reads and writes. */
    public static final int VERSION = MIGRATIONS.size();

    private static final String FOLDER = "/dev/restante/store/schema/";

    private final Dialect dialect;
    private final String databaseName;
    private final long lockMillis;
    private final SqlFailureClassifier failureClassifier;

    /**
     * Creates a migrator.
     *
     * @param databaseName name of the database in messages
     * @param lockMillis maximum wait for locks, including locks of other migrations
     */
    public SchemaMigrator(Dialect dialect, String databaseName, long lockMillis) {
        this.dialect = dialect;
        this.databaseName = databaseName;
        this.lockMillis = lockMillis;
        this.failureClassifier = new SqlFailureClassifier(dialect.failureCodes());
    }

    /** Returns whether the database has no store. */
    private boolean isMissing(Connection connection) throws SQLException {
        return !Statements.exists(connection, dialect.schemaExistsSql());
    }

    /**
     * Applies the missing migrations, in one transaction if the database supports this. Starts again after a collision
     * with the migration of another node.
     *
     * @param currentVersion schema version of the database, for messages
     * @throws StoreException if the database has a newer schema version than this release, or if the user may not
     *     create the missing tables
     */
    public void migrate(Connection connection, int currentVersion) throws SQLException {
        long startedNanos = System.nanoTime();
        while (true) {
            try {
                tryMigrate(connection);
                return;
            } catch (SQLException e) {
                if (failureClassifier.isPermissionDenied(e)) {
                    throw permissionDenied(currentVersion, e);
                }
                if (failureClassifier.kindOf(e) != StoreException.StoreFailureKind.TRANSIENT
                        || System.nanoTime() - startedNanos >= TimeUnit.MILLISECONDS.toNanos(lockMillis)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Returns the schema version of the store; 0 if there is none. Requires read permission only.
     *
     * @throws StoreException with UNAVAILABLE if the database does not respond in time
     */
    public int readVersion(Connection connection) throws SQLException {
        if (isMissing(connection)) {
            return 0;
        }
        try (Statement statement = connection.createStatement()) {
            return version(statement);
        } catch (SQLException e) {
            StoreException.StoreFailureKind kind = failureClassifier.kindOf(e);
            if (kind != StoreException.StoreFailureKind.UNAVAILABLE
                    && kind != StoreException.StoreFailureKind.TRANSIENT) {
                throw e;
            }
            throw new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE,
                    databaseName + " did not report the version of its schema: " + e.getMessage()
                            + ". Check whether another session holds a lock on the tables of Restante",
                    e);
        }
    }

    private StoreException permissionDenied(int currentVersion, SQLException cause) {
        return new StoreException(
                StoreException.StoreFailureKind.FATAL,
                databaseName
                        + (currentVersion == 0
                                ? " has no complete store"
                                : " has a store of schema version " + currentVersion + ", and this Restante needs "
                                        + VERSION)
                        + ". The user may not create the missing tables: " + cause.getMessage()
                        + ". Open the store once as a user who owns the existing tables and may create tables."
                        + " Afterwards, this user needs only the permissions to read and write them",
                cause);
    }

    private void tryMigrate(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            try {
                dialect.beginMigration(statement, lockMillis);
                migrateInTransaction(connection, statement);
                connection.commit();
                dialect.endMigration(statement);
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(connection, statement, e);
                throw e;
            }
        }
        connection.setAutoCommit(true);
    }

    /** Rolls back. Failures are only added to the original failure, because the connection may be dead. */
    private void rollBack(Connection connection, Statement statement, Throwable failure) {
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
        int currentVersion = version(statement);
        if (currentVersion > VERSION) {
            throw new StoreException(
                    StoreException.StoreFailureKind.FATAL,
                    databaseName + " has schema version " + currentVersion
                            + " of a newer Restante, and this Restante supports version " + VERSION
                            + ". Use the newer Restante, or restore a backup from before the upgrade",
                    null);
        }
        if (currentVersion < VERSION) {
            dialect.createCollation(statement);
        }
        for (int version = Math.max(currentVersion + 1, dialect.firstSchemaVersion()); version <= VERSION; version++) {
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
            execute(statement, dialect.adaptMigration(sql));
            commitIfRepeatable(connection);
        }
        Statements.update(connection, dialect.recordMigrationSql(), version, file);
        commitIfRepeatable(connection);
    }

    /**
     * Commits the changes of rows. Where the database commits each change of the schema by itself, row locks of an open
     * transaction would block other nodes that migrate at the same time.
     */
    private void commitIfRepeatable(Connection connection) throws SQLException {
        if (dialect.autoCommitsSchemaChanges()) {
            // Other migrating nodes would wait for this row until the next commit.
            connection.commit();
        }
    }

    private void execute(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            if (!dialect.isAlreadyApplied(e)) {
                throw e;
            }
        }
    }

    private static String read(String resource) {
        try (InputStream stream = SchemaMigrator.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("The migration " + resource + " is missing from the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The migration " + resource + " cannot be read", e);
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
