package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The differences between servers that understand the statements of this package. MariaDB and MySQL are told apart
 * here, and nowhere else.
 */
public interface Idiom {

    /** The name of the product in messages. */
    String name();

    /** Meaning of its failures. */
    FailureCodes failureCodes();

    /** The collation that pads nothing and compares code points. */
    String collation();

    /** Creates what numbers entities, if it is not there. */
    String createEntityIds();

    /** A statement that changes tables, as MariaDB is told it. */
    String inItsWords(String migration);

    /** True if such a statement fails because it was executed before. */
    boolean wasDoneBefore(SQLException failure);

    /** Statements of which the last is a SELECT that tells the next entity id, which nobody else gets. */
    String[] nextEntityId();

    /** The variable with the isolation of a session. */
    String isolation();

    /** The variable with the seconds after which the server ends a session that does nothing in a transaction. */
    String idleTimeout();

    /** How many seconds a session may do nothing in a transaction. */
    int idleSeconds();

    /** True if the {@link #idleTimeout} ends sessions outside of transactions, too. */
    boolean endsIdleSessions();

    /** The shortest wait for a lock, in seconds. */
    int shortestLockSeconds();

    /** An expression that is true if the session is in a transaction; never true where none tells. */
    String inTransaction();

    /** True if a connection in auto-commit mode is in a transaction that {@link #inTransaction} does not show. */
    boolean isInTransaction(Connection connection) throws SQLException;

    /** Ends a SELECT that keeps others from changing the rows that it finds, and leaves out rows that others change. */
    String forShareOfFree();

    /** True if a locking read takes the lock of a subquery before it locks rows itself. */
    boolean locksInSubqueriesFirst();

    /** Inserts what is not there, and tells what is there then, locked. */
    ResultSet tell(KeyedInsert insert, StatementCache statements) throws SQLException;
}
