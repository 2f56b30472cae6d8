package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.MariaDbFailureCodes;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MySQL numbers what both have as MariaDB does; these are its own. */
final class MySqlFailureCodes implements FailureCodes {

    private static final FailureCodes SHARED = new MariaDbFailureCodes();

    /** The members of a group have not agreed to what was to be committed, and it was rolled back. */
    private static final int ROLLED_BACK_BY_GROUP = 3101;

    /** Somebody has ended the session, or the server, or has taken the server offline. */
    private static final Set<Integer> SESSION_ENDED = Set.of(3032, 3168, 3169);

    /** A member of a group that takes no changes, or not yet. */
    private static final Set<Integer> NO_PRIMARY = Set.of(3100, 3796, 3797, 3798);

    /** By name, because the application has the driver. */
    private static final String STATEMENT_CLOSED = "com.mysql.cj.exceptions.StatementIsClosedException";

    @Override
    public @Nullable Kind kindOf(SQLException failure) {
        if (isEchoOfLostConnection(failure)) {
            return Kind.UNAVAILABLE;
        }
        int code = failure.getErrorCode();
        if (code == ROLLED_BACK_BY_GROUP) {
            return Kind.TRANSIENT;
        }
        if (SESSION_ENDED.contains(code) || NO_PRIMARY.contains(code)) {
            return Kind.UNAVAILABLE;
        }
        return SHARED.kindOf(failure);
    }

    /**
     * A driver that loses its connection in a batch closes the statements, then clears the batch, and throws what it
     * says to that itself instead of what has happened.
     */
    private static boolean isEchoOfLostConnection(SQLException failure) {
        Throwable cause = failure.getCause();
        return cause != null && cause.getClass().getName().equals(STATEMENT_CLOSED);
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return SHARED.isLockTimeout(failure);
    }

    @Override
    public boolean endsSession(SQLException failure) {
        return SESSION_ENDED.contains(failure.getErrorCode()) || SHARED.endsSession(failure);
    }

    @Override
    public boolean noConnectionLeft(SQLException failure) {
        return SHARED.noConnectionLeft(failure);
    }

    @Override
    public boolean takesNoChanges(SQLException failure) {
        return SHARED.takesNoChanges(failure);
    }

    @Override
    public boolean rightMissing(SQLException failure) {
        return SHARED.rightMissing(failure);
    }

    @Override
    public boolean endsTransaction(SQLException failure) {
        return failure.getErrorCode() == ROLLED_BACK_BY_GROUP || SHARED.endsTransaction(failure);
    }

    @Override
    public boolean mayHaveCommitted(SQLException failure) {
        return SHARED.mayHaveCommitted(failure);
    }
}
