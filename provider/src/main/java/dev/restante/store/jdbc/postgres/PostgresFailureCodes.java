package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Interpretation of PostgreSQL's SQLSTATEs, such as lock timeout, connection limit reached or read-only server. A
 * failed transaction waits for a rollback, possibly to a savepoint.
 */
public final class PostgresFailureCodes implements FailureCodes {

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @Override
    public @Nullable StoreFailureKind kindOf(SQLException failure) {
        return switch (failure.getSQLState()) {
            // lock timeout, statement timeout
            case LOCK_NOT_AVAILABLE, "57014" -> StoreFailureKind.TRANSIENT;
            // shutdown, crash, server that does not accept connections yet, session that was ended because it or its
            // transaction was idle or took too long
            case "57P01", "57P02", "57P03", "57P05", "25P03", "25P04" -> StoreFailureKind.UNAVAILABLE;
            // database for which an administrator currently allows no connections
            case "55000" -> StoreFailureKind.UNAVAILABLE;
            // read-only server: a standby or a former primary
            case READ_ONLY -> StoreFailureKind.UNAVAILABLE;
            // checksum that does not match, or an index that does not fit its table
            case "XX001", "XX002" -> StoreFailureKind.DAMAGED;
            default -> null;
        };
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    /** Returns whether the limit of the server, the database or the role is reached. */
    @Override
    public boolean isConnectionLimitReached(SQLException failure) {
        return "53300".equals(failure.getSQLState());
    }

    @Override
    public boolean isPermissionDenied(SQLException failure) {
        return "42501".equals(failure.getSQLState());
    }

    /**
     * Returns whether an action of an administrator, such as dropping the database, or a transaction timeout ended the
     * session.
     */
    @Override
    public boolean endsSession(SQLException failure) {
        String state = failure.getSQLState();
        return state.startsWith("57P") || state.equals("25P03") || state.equals("25P04");
    }
}
