package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Interpretation of HSQLDB's negative error codes, such as damaged files or closed database. HSQLDB runs in this
 * process, so that it limits neither the connections nor the waits for locks, and it rolls back only the failed
 * statement.
 */
public final class HsqldbFailureCodes implements FailureCodes {

    /** SQLSTATE of internal errors. */
    private static final String GENERAL_ERROR = "S1000";

    /** Errors of a database that was shut down, or of a session that was closed. */
    private static final Set<Integer> CONNECTION_GONE = Set.of(-1303, -1350, -458, -459, -1313);

    /** Errors of a file that cannot be read, written or extended, for example on a full disk. */
    private static final Set<Integer> DISK_FAILED = Set.of(-452, -466, -467, -468);

    /**
     * Errors of a missing object or privilege, and of statements that only an administrator or the schema owner may
     * execute.
     */
    private static final Set<Integer> INSUFFICIENT_RIGHTS = Set.of(-5501, -5507, -5505);

    /** Returns whether a read by key failed because of damaged files. */
    static boolean isDamage(SQLException failure) {
        return GENERAL_ERROR.equals(failure.getSQLState()) && !CONNECTION_GONE.contains(failure.getErrorCode());
    }

    @Override
    public @Nullable StoreFailureKind kindOf(SQLException failure) {
        return CONNECTION_GONE.contains(failure.getErrorCode()) || DISK_FAILED.contains(failure.getErrorCode())
                ? StoreFailureKind.UNAVAILABLE
                : null;
    }

    /** Returns whether a privilege or the object itself is missing, which HSQLDB does not distinguish. */
    @Override
    public boolean isPermissionDenied(SQLException failure) {
        return INSUFFICIENT_RIGHTS.contains(failure.getErrorCode());
    }
}
