package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * SQL dialect of a database: SQL fragments, session settings and failure codes. Each {@code lockMillis} is a lock
 * timeout of statements.
 */
public interface Dialect {

    /** List of no statements. */
    String[] NOTHING = {};

    /** Returns the name of the database in messages. */
    String name();

    String schemaFolder();

    /** Returns the text after {@code LIMIT ?} that makes the database read the rows in the order of an index. */
    default String useIndexHint() {
        return "";
    }

    /**
     * Commits a transaction.
     *
     * @throws SQLException if it was not committed, if the outcome is unknown, or if it may be less durable than
     *     configured
     */
    default void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    /**
     * Waits, before a transaction begins, until the connection sees all data that was committed on any server before.
     */
    default void awaitReplication(Connection connection) throws SQLException {}

    default BulkInserter bulkInserter() {
        return BulkInserter.DRIVER_BATCHES;
    }

    /** Returns the end of a SELECT that locks its rows. */
    default String forUpdate() {
        return " FOR UPDATE";
    }

    /** Returns the end of a SELECT that locks its rows and skips rows with other locks. */
    default String forUpdateSkipLocked() {
        return " FOR UPDATE SKIP LOCKED";
    }

    /** Returns the end of a SELECT that prevents changes to its rows. */
    String forShare();

    /**
     * Returns a SELECT that describes the oldest transactions which delay the deletion of an entity, one in each row.
     * Empty if the database does not support it.
     */
    default String longTransactionsSql() {
        return "";
    }

    /**
     * Returns the query of the database clock in milliseconds, at its execution and not at the start of the
     * transaction.
     */
    String clockMillisSql();

    /** Returns statements of which the last is a SELECT of the next entity id. */
    String[] nextEntityId();

    /** Returns statements that prepare a connection for batches. */
    default String[] writerSettings(long lockMillis) {
        return NOTHING;
    }

    /** Returns statements that undo {@link #writerSettings} before a connection is returned. */
    default String[] resetWriterSettings() {
        return NOTHING;
    }

    /** Returns statements that begin any other transaction and apply to it alone. */
    default String[] transactionSettings(long lockMillis) {
        return NOTHING;
    }

    /**
     * Returns whether {@link #transactionSettings} also turn auto-commit off. They are then executed before the call of
     * {@code setAutoCommit}, which saves a round trip.
     */
    default boolean settingsTurnAutoCommitOff() {
        return false;
    }

    /** Returns statements that undo {@link #transactionSettings} after the transaction, if they last longer. */
    default String[] resetTransactionSettings() {
        return NOTHING;
    }

    /** Returns whether one round trip can contain several statements, separated by semicolons. */
    default boolean supportsMultiStatements() {
        return true;
    }

    /**
     * Returns whether a connection always uses the same session, which a transaction-mode pooler does not guarantee.
     */
    default boolean hasStableSessions() {
        return true;
    }

    /**
     * Returns the idle time after which the server may end a session with {@link #writerSettings};
     * {@link Long#MAX_VALUE} for never.
     */
    default long maxIdleMillis() {
        return Long.MAX_VALUE;
    }

    /** Returns statements that begin each batch, if {@link #writerSettings} cannot contain them. */
    default String[] batchSettings(long lockMillis) {
        return NOTHING;
    }

    /** Returns the expression for the delivery id in an ORDER BY along the order index. */
    default String idOrderExpression() {
        return "id";
    }

    /** Returns statements that begin a transaction which reads many rows with one processor of the server. */
    default String[] longReadSettings() {
        return NOTHING;
    }

    /**
     * Returns statements that disable waits for locks, or shorten them to the minimum, for the rest of a transaction.
     */
    default String[] noLockWaitSettings() {
        return NOTHING;
    }

    /**
     * Returns statements that restore the lock timeout if {@link #noLockWaitSettings} last longer than their
     * transaction.
     */
    default String[] resetLockWaits(long lockMillis) {
        return NOTHING;
    }

    /**
     * Returns the first statement on a connection that the store opens itself; empty for none.
     *
     * @param lockMillis default lock timeout
     */
    default String connectionInitSql(long lockMillis) {
        return "";
    }

    FailureCodes failureCodes();

    /**
     * Returns the table of direct deliveries; {@link DirectDeliveryTable#NO_TABLE} if they are in the ordinary tables.
     */
    default DirectDeliveryTable directDeliveries() {
        return DirectDeliveryTable.NO_TABLE;
    }

    /** Prevents other nodes from acquiring deliveries with groups in an entity until the transaction ends. */
    void lockGroups(Connection connection, long entityId) throws SQLException;

    /** Returns a SELECT that finds a row if there is a store. */
    String schemaExistsSql();

    /**
     * Locks out other migrations until the transaction ends, if the database changes the schema in transactions.
     *
     * @param lockMillis lock timeout, also for tables in use
     */
    void beginMigration(Statement statement, long lockMillis) throws SQLException;

    /** Resets the settings of a migration. */
    default void endMigration(Statement statement) throws SQLException {}

    /** Returns an INSERT that records a version with its file, unless another node has recorded it. */
    default String recordMigrationSql() {
        return "INSERT INTO restante_schema (version, file) VALUES (?, ?)";
    }

    /** Returns whether the database commits each schema change by itself. */
    default boolean autoCommitsSchemaChanges() {
        return true;
    }

    /**
     * Returns the schema version with which the database was first supported. Its file creates all tables; there are no
     * files of earlier versions.
     */
    default int firstSchemaVersion() {
        return 1;
    }

    /** Returns a statement of a migration in the syntax of the database. */
    default String adaptMigration(String sql) {
        return sql;
    }

    /** Returns whether a schema change failed because it was already applied. */
    default boolean isAlreadyApplied(SQLException failure) {
        return false;
    }

    /** Creates a collation without padding for text columns before a migration, if the database has none. */
    default void createCollation(Statement statement) throws SQLException {}
}
