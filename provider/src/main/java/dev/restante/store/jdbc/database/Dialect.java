package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The dialect of a database: texts, settings of its sessions, codes of its failures. */
public interface Dialect {

    /** The name in messages. */
    String name();

    /** The folder of its migrations. */
    String schemaFolder();

    /** What follows {@code LIMIT ?} where the rows must come out of an index in the order asked for. */
    String alongIndex();

    /**
     * Commits a transaction.
     *
     * @throws SQLException if it was not committed, or that is not known, or not whether it is as safe as the server
     *     was told to make it
     */
    default void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    /**
     * Waits until a connection sees all that was committed anywhere before, where there are servers that see it later;
     * before a transaction of it begins.
     */
    default void awaitOthers(Connection connection) throws SQLException {}

    /** How it takes many rows at once. */
    default RowInserts inserts() {
        return RowInserts.BATCHES;
    }

    /** What ends a SELECT that locks the rows that it finds. */
    String forUpdate();

    /** The same for rows that nobody else is changing; the others are left out rather than waited for. */
    String forUpdateOfFree();

    /** What ends a SELECT that keeps others from changing the rows that it finds. */
    String forShare();

    /**
     * A SELECT that describes the oldest transactions which keep an entity from being deleted, one in each row; empty
     * where there are none.
     */
    String longTransactions();

    /** The milliseconds of the database's own clock, now and not when a transaction began. */
    String storeMillis();

    /** Statements of which the last is a SELECT that tells the next entity id. */
    String[] nextEntityId();

    /**
     * Statements that prepare a connection on which batches are executed.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] writerSettings(long lockMillis);

    /** Statements that undo {@link #writerSettings} before a connection goes back to its owner. */
    String[] writerSettingsUndone();

    /**
     * Statements that begin any other transaction, for which alone they hold.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] transactionSettings(long lockMillis);

    /**
     * Whether {@link #transactionSettings} turn auto-commit off, too, so that they are executed before the driver is
     * told to: it has nothing to do then.
     */
    boolean settingsTurnAutoCommitOff();

    /** Statements after such a transaction, where what begins it holds for longer and the connection is not ours. */
    String[] transactionSettingsUndone();

    /** Whether several statements, separated by semicolons, may be sent in one round trip. */
    boolean takesSeveralStatements();

    /** Whether a connection has one session for as long as it is open; otherwise for each transaction another one. */
    boolean keepsSessions();

    /**
     * After so many milliseconds without a statement a session that {@link #writerSettings} have prepared may have been
     * ended by the server; {@link Long#MAX_VALUE} if it never is for that.
     */
    long mostIdleMillis();

    /**
     * Statements that begin each batch, where {@link #writerSettings} can't.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] batchSettings(long lockMillis);

    /** Expression that names the id of a delivery in an ORDER BY, so that the rows come along the order index. */
    String idInOrder();

    /** Statements that begin a transaction which reads much: it is to take one processor, and leave the others. */
    String[] longReadSettings();

    /** Statements after which the rest of a transaction waits for locks of others for a moment only. */
    String[] hurry();

    /**
     * Statements after which a connection waits for locks as before, where {@link #hurry} holds for longer than its
     * transaction.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] hurryUndone(long lockMillis);

    /**
     * What is executed first on a connection of our own; empty for nothing.
     *
     * @param lockMillis how long a statement waits for a lock where nobody has said anything else
     */
    String connectionSettings(long lockMillis);

    /** What its failures mean. */
    FailureCodes failureCodes();

    /** Where it keeps what was acquired when it was sent; {@link BornDeliveries#NONE} if with all others. */
    BornDeliveries born();

    /**
     * Keeps others from acquiring what belongs to groups of an entity until the transaction ends, where there are
     * others.
     */
    void lockGroups(Connection connection, long entityId) throws SQLException;

    /** A SELECT that finds a row if there is a store. */
    String findSchema();

    /**
     * Keeps others from migrating until the transaction ends, where there are others and the schema is changed in a
     * transaction.
     *
     * @param lockMillis how long it waits for one who migrates, or uses what is changed
     */
    void beginMigration(Statement statement, long lockMillis) throws SQLException;

    /** Undoes what else a migration has set. */
    void endMigration(Statement statement) throws SQLException;

    /** An INSERT that notes a version with its file, unless somebody else has noted it. */
    String noteMigration();

    /** Whether it commits each statement that changes the schema. */
    boolean commitsSchemaChanges();

    /**
     * The version of the schema with which the database was first supported. Its file makes all tables; there are none
     * for those before it.
     */
    int firstSchemaVersion();

    /** A statement of a migration, with what the database calls in its own way. */
    String inItsWords(String migration);

    /**
     * Whether a statement of a migration fails because it was executed before, where each is committed and can't be
     * told to do nothing then.
     */
    boolean wasDoneBefore(SQLException failure);

    /** Creates what tables need that can't be created "if not exists"; before a migration. */
    void createCollation(Statement statement) throws SQLException;
}
