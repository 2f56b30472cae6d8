package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** PostgreSQL says everything by SQLSTATEs, many of them its own. */
public final class PostgresFailureCodes implements FailureCodes {

    private static final String READ_ONLY = "25006";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @Override
    public @Nullable Kind kindOf(SQLException failure) {
        return switch (failure.getSQLState()) {
            // lock time-out; statement time-out
            case LOCK_NOT_AVAILABLE, "57014" -> Kind.TRANSIENT;
            // shut down by an administrator, crashed, not yet accepting connections, session ended because it or its
            // transaction was idle, or its transaction took too long
            case "57P01", "57P02", "57P03", "57P05", "25P03", "25P04" -> Kind.UNAVAILABLE;
            // a database that takes no connections for now, as an administrator wants it
            case "55000" -> Kind.UNAVAILABLE;
            // read-only, as a standby is, or what was the primary
            case READ_ONLY -> Kind.UNAVAILABLE;
            // a checksum that does not match, or an index that does not fit its table
            case "XX001", "XX002" -> Kind.DAMAGED;
            default -> null;
        };
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    /** Of the server, the database or the role. */
    @Override
    public boolean noConnectionLeft(SQLException failure) {
        return "53300".equals(failure.getSQLState());
    }

    @Override
    public boolean takesNoChanges(SQLException failure) {
        return READ_ONLY.equals(failure.getSQLState());
    }

    @Override
    public boolean rightMissing(SQLException failure) {
        return "42501".equals(failure.getSQLState());
    }

    /** All of what an operator does to it, a dropped database too; and the time-outs of transactions. */
    @Override
    public boolean endsSession(SQLException failure) {
        String state = failure.getSQLState();
        return state.startsWith("57P") || state.equals("25P03") || state.equals("25P04");
    }

    /** What has failed in a transaction waits there to be rolled back, to a savepoint perhaps. */
    @Override
    public boolean endsTransaction(SQLException failure) {
        return false;
    }

    @Override
    public boolean mayHaveCommitted(SQLException failure) {
        return false;
    }
}
