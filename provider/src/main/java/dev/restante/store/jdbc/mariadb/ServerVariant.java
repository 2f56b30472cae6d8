package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Differences between MariaDB and MySQL, which share all other SQL statements of this package. No other code
 * distinguishes the two products.
 */
public interface ServerVariant {

    String name();

    FailureCodes failureCodes();

    /** Returns a collation that does not pad and that compares code points. */
    String collation();

    /** Returns the statement that creates the source of entity ids if it does not exist. */
    String createEntityIdSequence();

    /** Returns the form of a schema change of MariaDB for this server. */
    default String adaptMigration(String sql) {
        return sql;
    }

    /** Returns whether such a statement failed because it was executed before. */
    boolean isAlreadyApplied(SQLException failure);

    /** Returns statements of which the last one is a SELECT of the next entity id, which no other caller gets. */
    String[] nextEntityId();

    String isolationVariable();

    /**
     * Returns the variable with the idle time, in seconds, after which the server ends a session that is in a
     * transaction.
     */
    String idleTimeoutVariable();

    /** Returns the idle time that a session may have in a transaction, in seconds. */
    int idleSeconds();

    /** Returns whether the {@link #idleTimeoutVariable} ends sessions outside of transactions, too. */
    boolean endsIdleSessions();

    int minLockSeconds();

    /**
     * Returns an expression that is true if the session is in a transaction, and always false if the server does not
     * tell.
     */
    String inTransaction();

    /**
     * Returns whether a connection in auto-commit mode is in a transaction that {@link #inTransaction} does not show.
     */
    default boolean isInTransaction(Connection connection) throws SQLException {
        return false;
    }

    /**
     * Returns the end of a SELECT that locks its rows against changes and skips rows that other transactions change.
     */
    String forShareSkipLocked();

    /** Returns whether a locking read takes the lock of a subquery before it locks rows itself. */
    boolean locksInSubqueriesFirst();

    /** Inserts missing rows, and returns the stored rows of all keys, which are then locked. */
    ResultSet upsertReturning(ReturningUpsert upsert, StatementCache statements) throws SQLException;
}
