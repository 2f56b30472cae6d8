package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * SQL dialect of a database: SQL fragments, session settings and failure codes. Each {@code lockMillis} is a lock
 * timeout of statements.
 */
public interface Dialect {

    /** Returns the name of the database in messages. */
    String name();

    String schemaFolder();

    /** Returns the text after {@code LIMIT ?} that makes the database read the rows in the order of an index. */
    String useIndexHint();

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
    String forUpdate();

    /** Returns the end of a SELECT that locks its rows and skips rows with other locks. */
    String forUpdateSkipLocked();

    /** Returns the end of a SELECT that prevents changes to its rows. */
    String forShare();

    /**
     * Returns a SELECT that describes the oldest transactions which delay the deletion of an entity, one in each row.
     * Empty if the database does not support it.
     */
    String longTransactionsSql();

    /**
     * Returns the query of the database clock in milliseconds, at its execution and not at the start of the
     * transaction.
     */
    String clockMillisSql();

    /** Returns statements of which the last is a SELECT of the next entity id. */
    String[] nextEntityId();

    /** Returns statements that prepare a connection for batches. */
    String[] writerSettings(long lockMillis);

    /** Returns statements that undo {@link #writerSettings} before a connection is returned. */
    String[] resetWriterSettings();

    /** Returns statements that begin any other transaction and apply to it alone. */
    String[] transactionSettings(long lockMillis);

    /**
     * Returns whether {@link #transactionSettings} also turn auto-commit off. They are then executed before the call of
     * {@code setAutoCommit}, which saves a round trip.
     */
    boolean settingsTurnAutoCommitOff();

    /** Returns statements that undo {@link #transactionSettings} after the transaction, if they last longer. */
    String[] resetTransactionSettings();

    /** Returns whether one round trip can contain several statements, separated by semicolons. */
    boolean supportsMultiStatements();

    /**
     * Returns whether a connection always uses the same session, which a transaction-mode pooler does not guarantee.
     */
    boolean hasStableSessions();

    /**
     * Returns the idle time after which the server may end a session with {@link #writerSettings};
     * {@link Long#MAX_VALUE} for never.
     */
    long maxIdleMillis();

    /** Returns statements that begin each batch, if {@link #writerSettings} cannot contain them. */
    String[] batchSettings(long lockMillis);

    /** Returns the expression for the delivery id in an ORDER BY along the order index. */
    String idOrderExpression();

    /** Returns statements that begin a transaction which reads many rows with one processor of the server. */
    String[] longReadSettings();

    /**
     * Returns statements that disable waits for locks, or shorten them to the minimum, for the rest of a transaction.
     */
    String[] noLockWaitSettings();

    /**
     * Returns statements that restore the lock timeout if {@link #noLockWaitSettings} last longer than their
     * transaction.
     */
    String[] resetLockWaits(long lockMillis);

    /**
     * Returns the first statement on a connection that the store opens itself; empty for none.
     *
     * @param lockMillis default lock timeout
     */
    String connectionInitSql(long lockMillis);

    FailureCodes failureCodes();

    /**
     * Returns the table of direct deliveries; {@link DirectDeliveryTable#NO_TABLE} if they are in the ordinary tables.
     */
    DirectDeliveryTable directDeliveries();

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
    void endMigration(Statement statement) throws SQLException;

    /** Returns an INSERT that records a version with its file, unless another node has recorded it. */
    String recordMigrationSql();

    /** Returns whether the database commits each schema change by itself. */
    boolean autoCommitsSchemaChanges();

    /**
     * Returns the schema version with which the database was first supported. Its file creates all tables; there are no
     * files of earlier versions.
     */
    int firstSchemaVersion();

    /** Returns a statement of a migration in the syntax of the database. */
    String adaptMigration(String sql);

    /** Returns whether a schema change failed because it was already applied. */
    boolean isAlreadyApplied(SQLException failure);

    /** Creates objects before a migration that tables need and that do not support "if not exists". */
    void createCollation(Statement statement) throws SQLException;
}
