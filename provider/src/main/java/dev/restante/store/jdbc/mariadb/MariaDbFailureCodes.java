package dev.restante.store.jdbc.mariadb;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Meaning of the error numbers of MariaDB and MySQL, because the SQLSTATE of many failures is unspecific. */
public class MariaDbFailureCodes implements FailureCodes {

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_TABLE_FULL = 1206;
    private static final int DEADLOCK = 1213;
    private static final int CHANGED_SINCE_LAST_READ = 1020;

    /** Errors with which the server rolls back the whole transaction. */
    private static final Set<Integer> ENDS_TRANSACTION = Set.of(LOCK_TABLE_FULL, DEADLOCK, CHANGED_SINCE_LAST_READ);

    /** Errors of a statement that timed out or was killed. */
    private static final Set<Integer> INTERRUPTED = Set.of(1317, 1969, 3024);

    /** Errors of a server shutdown, a killed session, or a session that was idle in a transaction for too long. */
    private static final Set<Integer> SESSION_ENDED = Set.of(1053, 1152, 1184, 1927, 4031);

    /** Errors of the session limits of the server or a user. */
    private static final Set<Integer> TOO_MANY_SESSIONS = Set.of(1040, 1203, 1226);

    /** Errors of missing threads, disk space or memory. */
    private static final Set<Integer> NO_ROOM = Set.of(1021, 1037, 1038, 1041, 1114, 1135);

    /** Errors of a read-only server, such as a replica or a former primary. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

    /** Errors of a cluster server that accepts no statements or is not the designated writer. */
    private static final Set<Integer> NO_PRIMARY = Set.of(1047, GaleraSession.WRONG_SERVER);

    /** Errors of missing privileges on a database, table or column, or for administration. */
    private static final Set<Integer> RIGHT_MISSING = Set.of(1044, 1142, 1143, 1227);

    /** Errors of a damaged file, index or page. */
    private static final Set<Integer> DAMAGED = Set.of(1034, 1035, 1194, 1195, 1712, 1877, 1932);

    /** Error with which a cluster leaves the outcome of a COMMIT unknown. */
    private static final int ERROR_DURING_COMMIT = 1180;

    /** SQLSTATE of a driver that has lost a transaction by its switch to another server. */
    private static final String TRANSACTION_LOST = "25S03";

    @Override
    public @Nullable StoreFailureKind kindOf(SQLException failure) {
        int code = failure.getErrorCode();
        if (code == LOCK_WAIT_TIMEOUT || ENDS_TRANSACTION.contains(code) || INTERRUPTED.contains(code)) {
            return StoreFailureKind.TRANSIENT;
        }
        if (endsSession(failure)
                || isConnectionLimitReached(failure)
                || isEchoOfClosedConnection(failure)
                || NO_ROOM.contains(code)
                || isReadOnly(failure)
                || NO_PRIMARY.contains(code)
                || code == ERROR_DURING_COMMIT) {
            return StoreFailureKind.UNAVAILABLE;
        }
        return DAMAGED.contains(code) ? StoreFailureKind.DAMAGED : null;
    }

    /**
     * Returns whether MariaDB's driver reports a closed connection, for which it uses the SQLSTATE of a syntax error.
     */
    private static boolean isEchoOfClosedConnection(SQLException failure) {
        String text = failure.getMessage();
        return failure.getErrorCode() < 0 && text != null && text.contains("closed connection");
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return failure.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    @Override
    public boolean endsSession(SQLException failure) {
        return SESSION_ENDED.contains(failure.getErrorCode()) || TRANSACTION_LOST.equals(failure.getSQLState());
    }

    @Override
    public boolean isConnectionLimitReached(SQLException failure) {
        return TOO_MANY_SESSIONS.contains(failure.getErrorCode());
    }

    @Override
    public boolean isReadOnly(SQLException failure) {
        return READ_ONLY.contains(failure.getErrorCode());
    }

    @Override
    public boolean isPermissionDenied(SQLException failure) {
        return RIGHT_MISSING.contains(failure.getErrorCode());
    }

    @Override
    public boolean rollsBackTransaction(SQLException failure) {
        return ENDS_TRANSACTION.contains(failure.getErrorCode());
    }

    /**
     * Returns whether the statement was interrupted, because the server may report an interruption after a COMMIT has
     * succeeded.
     */
    @Override
    public boolean mayHaveCommitted(SQLException failure) {
        return INTERRUPTED.contains(failure.getErrorCode());
    }
}
