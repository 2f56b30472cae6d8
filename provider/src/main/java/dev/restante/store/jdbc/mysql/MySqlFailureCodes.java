package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.mariadb.MariaDbFailureCodes;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Meaning of MySQL's own error numbers, in addition to those that MySQL shares with MariaDB. */
final class MySqlFailureCodes extends MariaDbFailureCodes {

    /** Rollback of a transaction that conflicts with another member of a replication group. */
    private static final int ROLLED_BACK_BY_GROUP = 3101;

    /** End of the session by an administrator, by a shutdown, or because the server went offline. */
    private static final Set<Integer> SESSION_ENDED = Set.of(3032, 3168, 3169);

    /** Member of a replication group that does not accept changes, or not yet. */
    private static final Set<Integer> NO_PRIMARY = Set.of(3100, 3796, 3797, 3798);

    /** Name of a class of the driver, which only the application has on its class path. */
    private static final String STATEMENT_CLOSED = "com.mysql.cj.exceptions.StatementIsClosedException";

    @Override
    public @Nullable StoreFailureKind kindOf(SQLException failure) {
        if (isConsequenceOfLostConnection(failure)) {
            return StoreFailureKind.UNAVAILABLE;
        }
        int code = failure.getErrorCode();
        if (code == ROLLED_BACK_BY_GROUP) {
            return StoreFailureKind.TRANSIENT;
        }
        if (SESSION_ENDED.contains(code) || NO_PRIMARY.contains(code)) {
            return StoreFailureKind.UNAVAILABLE;
        }
        return super.kindOf(failure);
    }

    /**
     * Returns whether the failure only follows a lost connection. The driver then closes the statements before it
     * clears the batch. It reports the failure of the second step instead of the original one.
     */
    private static boolean isConsequenceOfLostConnection(SQLException failure) {
        Throwable cause = failure.getCause();
        return cause != null && cause.getClass().getName().equals(STATEMENT_CLOSED);
    }

    @Override
    public boolean endsSession(SQLException failure) {
        return SESSION_ENDED.contains(failure.getErrorCode()) || super.endsSession(failure);
    }

    @Override
    public boolean rollsBackTransaction(SQLException failure) {
        return failure.getErrorCode() == ROLLED_BACK_BY_GROUP || super.rollsBackTransaction(failure);
    }
}
