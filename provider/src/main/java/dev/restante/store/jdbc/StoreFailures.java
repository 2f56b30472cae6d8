package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what an {@link SQLException} means. The telling one may be hidden behind a {@code BatchUpdateException} or a pool's wrapper, so the
 * whole chain of causes and next exceptions is read, and the worst that it says counts.
 */
final class StoreFailures {

    /** HSQLDB: the database was shut down or its session closed under us. */
    private static final Set<Integer> HSQLDB_CONNECTION_GONE = Set.of(-1303, -1350, -458, -459, -1313);

    private StoreFailures() {}

    /**
     * @param doing what was being done, as the beginning of a sentence, with the database named
     */
    static StoreException of(String doing, SQLException failure) {
        return new StoreException(kindOf(failure), doing + ": " + text(failure), failure);
    }

    static Kind kindOf(SQLException failure) {
        Kind kind = null;
        for (Throwable each : chain(failure)) {
            Kind meant = each instanceof SQLException one ? kindOfOne(one) : null;
            if (meant != null && (kind == null || rank(meant) > rank(kind))) {
                kind = meant;
            }
        }
        return kind == null ? Kind.FATAL : kind;
    }

    private static int rank(Kind kind) {
        return switch (kind) {
            case CONSTRAINT -> 0;
            case TRANSIENT -> 1;
            case UNAVAILABLE -> 2;
            case FATAL -> 3;
            case FENCED, CLOSED -> 4;
        };
    }

    private static @Nullable Kind kindOfOne(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null || state.length() != 5) {
            return failure instanceof SQLTransientConnectionException ? Kind.UNAVAILABLE : null;
        }
        if (HSQLDB_CONNECTION_GONE.contains(failure.getErrorCode())) {
            return Kind.UNAVAILABLE;
        }
        Kind byState =
                switch (state) {
                    // lock time-out; statement time-out
                    case "55P03", "57014", "HYT00", "HYT01", "HY008" -> Kind.TRANSIENT;
                    // outcome unknown; PostgreSQL: shut down by an administrator, crashed, not yet accepting
                    // connections, session ended because its transaction was idle; too many connections
                    case "40003", "57P01", "57P02", "57P03", "25P03", "53300" -> Kind.UNAVAILABLE;
                    case "0A000", "HY000" -> Kind.FATAL;
                    default -> null;
                };
        return byState != null ? byState : kindOfClass(state.substring(0, 2));
    }

    private static @Nullable Kind kindOfClass(String stateClass) {
        return switch (stateClass) {
            case "08" -> Kind.UNAVAILABLE;
            case "40" -> Kind.TRANSIENT;
            case "22", "23" -> Kind.CONSTRAINT;
            case "25", "28", "3D", "3F", "42", "53", "54", "58", "S1", "XX" -> Kind.FATAL;
            default -> null;
        };
    }

    /** Whether a COMMIT that failed so has certainly had no effect. */
    static boolean commitCertainlyUndone(SQLException failure) {
        Kind kind = kindOf(failure);
        return kind == Kind.TRANSIENT || kind == Kind.CONSTRAINT;
    }

    private static Set<Throwable> chain(SQLException failure) {
        Set<Throwable> chain = new LinkedHashSet<>();
        collect(failure, chain);
        return chain;
    }

    private static void collect(@Nullable Throwable failure, Set<Throwable> chain) {
        if (failure != null && chain.add(failure)) {
            collect(failure.getCause(), chain);
            if (failure instanceof SQLException one) {
                collect(one.getNextException(), chain);
            }
        }
    }

    private static String text(SQLException failure) {
        String message = failure.getMessage();
        SQLException next = failure.getNextException();
        return next == null ? message + " [" + failure.getSQLState() + "]" : message + " / " + text(next);
    }

    /** Whether the database has rejected user or password: SQLSTATE class 28, anywhere in the chain. */
    static boolean credentialsRefused(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused
                    && refused.getSQLState() != null
                    && refused.getSQLState().startsWith("28")) {
                return true;
            }
        }
        return false;
    }
}
