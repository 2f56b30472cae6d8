package dev.restante.store.jdbc.mariadb;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MariaDB numbers its failures; the SQLSTATE of many of them says nothing. */
public final class MariaDbFailureCodes implements FailureCodes {

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_TABLE_FULL = 1206;
    private static final int DEADLOCK = 1213;
    private static final int CHANGED_SINCE_LAST_READ = 1020;

    /** With them all is undone that the transaction has done. */
    private static final Set<Integer> ENDS_TRANSACTION = Set.of(LOCK_TABLE_FULL, DEADLOCK, CHANGED_SINCE_LAST_READ);

    /** The time for a statement is over, or somebody has ended it. */
    private static final Set<Integer> INTERRUPTED = Set.of(1317, 1969, 3024);

    /** The server shuts down, or has ended the session; the session was idle in a transaction for too long. */
    private static final Set<Integer> SESSION_ENDED = Set.of(1053, 1152, 1184, 1927, 4031);

    /** Too many sessions, of all or of a user. */
    private static final Set<Integer> TOO_MANY_SESSIONS = Set.of(1040, 1203, 1226);

    /** No thread, no room on its disk or in its memory. */
    private static final Set<Integer> NO_ROOM = Set.of(1021, 1037, 1038, 1041, 1114, 1135);

    /** Read-only, as a replica is, or what was the primary. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

    /** A server of a cluster that takes no statements, or is not the one that all nodes write to. */
    private static final Set<Integer> NO_PRIMARY = Set.of(1047, GaleraSession.WRONG_SERVER);

    /** To a database, a table, a column, or to what an administrator does. */
    private static final Set<Integer> RIGHT_MISSING = Set.of(1044, 1142, 1143, 1227);

    /** A file, an index or a page that is not whole. */
    private static final Set<Integer> DAMAGED = Set.of(1034, 1035, 1194, 1195, 1712, 1877, 1932);

    /** A cluster does not say what has become of a COMMIT. */
    private static final int ERROR_DURING_COMMIT = 1180;

    /** A driver that goes on with another server says so of the transaction that was under way with the former. */
    private static final String TRANSACTION_LOST = "25S03";

    @Override
    public @Nullable Kind kindOf(SQLException failure) {
        int code = failure.getErrorCode();
        if (code == LOCK_WAIT_TIMEOUT || ENDS_TRANSACTION.contains(code) || INTERRUPTED.contains(code)) {
            return Kind.TRANSIENT;
        }
        if (endsSession(failure)
                || noConnectionLeft(failure)
                || isEchoOfClosedConnection(failure)
                || NO_ROOM.contains(code)
                || takesNoChanges(failure)
                || NO_PRIMARY.contains(code)
                || code == ERROR_DURING_COMMIT) {
            return Kind.UNAVAILABLE;
        }
        return DAMAGED.contains(code) ? Kind.DAMAGED : null;
    }

    /** MariaDB's driver gives its own complaint about a closed connection the SQLSTATE of a syntax error. */
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
    public boolean noConnectionLeft(SQLException failure) {
        return TOO_MANY_SESSIONS.contains(failure.getErrorCode());
    }

    @Override
    public boolean takesNoChanges(SQLException failure) {
        return READ_ONLY.contains(failure.getErrorCode());
    }

    @Override
    public boolean rightMissing(SQLException failure) {
        return RIGHT_MISSING.contains(failure.getErrorCode());
    }

    @Override
    public boolean endsTransaction(SQLException failure) {
        return ENDS_TRANSACTION.contains(failure.getErrorCode());
    }

    /** The server looks whether it was interrupted when a statement is over, too, and then says that instead of OK. */
    @Override
    public boolean mayHaveCommitted(SQLException failure) {
        return INTERRUPTED.contains(failure.getErrorCode());
    }
}
