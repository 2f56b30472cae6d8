package dev.restante.store.jdbc.database;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.RefusedLogin;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says what an {@link SQLException} means: by the codes of the database, else by what the standard says of its
 * SQLSTATE. The telling one may be hidden behind a {@code BatchUpdateException} or a pool's wrapper, so the whole chain
 * of causes and next exceptions is read, and the worst that it says counts.
 */
public final class StoreFailures {

    private static final String NO_CONNECTION_LEFT =
            "; all connections that the server gives are in use: each node takes some, as docs/databases.md tells. Raise the"
                    + " limit of the server, the database or the user, or put a pooler in between";

    private static final String LOGIN_REFUSED =
            "; the database rejects user or password, which may have been changed: correct those of the store or its DataSource";

    private static final String READ_ONLY =
            "; the database runs, and takes no changes, as a standby or a replica does: let the address lead to the primary,"
                    + " or end the read-only mode";

    private static final int VALIDATION_SECONDS = 1;

    private final FailureCodes codes;

    public StoreFailures(FailureCodes codes) {
        this.codes = codes;
    }

    /**
     * @param doing what was being done, as the beginning of a sentence, with the database named
     */
    public StoreException of(String doing, SQLException failure) {
        return new StoreException(kindOf(failure), doing + ": " + text(failure) + remedy(failure), failure);
    }

    /** Returns the remedy for a failure, after a semicolon; empty where its kind says no more. */
    public String remedy(SQLException failure) {
        if (RefusedLogin.isIn(failure)) {
            return LOGIN_REFUSED;
        } else if (noConnectionLeft(failure)) {
            return NO_CONNECTION_LEFT;
        }
        return any(failure, codes::takesNoChanges) ? READ_ONLY : "";
    }

    /**
     * Returns whether a connection is of no use after a failure: it is lost, or leads to a server or a session that
     * takes no changes. A server that has refused a statement, and goes on, leaves it usable.
     *
     * @param connection on which it has failed; asked where the failure itself does not tell
     */
    public boolean spoils(Connection connection, SQLException failure) {
        if (kindOf(failure) == Kind.UNAVAILABLE || any(failure, codes::endsSession)) {
            return true;
        }
        try {
            return !refusedByServer(failure) && !connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
            return true;
        }
    }

    public Kind kindOf(SQLException failure) {
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
            case DAMAGED, FATAL -> 3;
            case OUTCOME_UNKNOWN, PROTECTED, FENCED, CLOSED -> 4;
        };
    }

    private @Nullable Kind kindOfOne(SQLException failure) {
        if (failure instanceof SQLTransientConnectionException) {
            // A pool copies the SQLSTATE of the failure that it has met last, whatever that was; it is in the chain.
            return Kind.UNAVAILABLE;
        }
        String state = failure.getSQLState();
        if (state == null || state.length() != 5) {
            return null;
        }
        Kind own = codes.kindOf(failure);
        if (own != null) {
            return own;
        }
        Kind byState =
                switch (state) {
                    // time-outs
                    case "HYT00", "HYT01", "HY008" -> Kind.TRANSIENT;
                    // outcome unknown
                    case "40003" -> Kind.UNAVAILABLE;
                    case "0A000", "HY000" -> Kind.FATAL;
                    default -> null;
                };
        return byState != null ? byState : kindOfClass(state.substring(0, 2));
    }

    private static @Nullable Kind kindOfClass(String stateClass) {
        return switch (stateClass) {
            // no connection; no room on its disk or in its memory, or too many connections: an administrator mends it
            case "08", "53" -> Kind.UNAVAILABLE;
            case "40" -> Kind.TRANSIENT;
            // what was asked is wrong, or too large for an index: the one who asked it is told, and nobody else
            case "22", "23", "54" -> Kind.CONSTRAINT;
            case "25", "28", "3D", "3F", "42", "58", "S1", "XX" -> Kind.FATAL;
            default -> null;
        };
    }

    /** Whether a statement gave up waiting for a lock of somebody else. */
    public boolean lockedOut(SQLException failure) {
        return any(failure, codes::isLockTimeout);
    }

    /** Whether a server has no connection left. */
    public boolean noConnectionLeft(SQLException failure) {
        return any(failure, codes::noConnectionLeft);
    }

    /** A missing right of the user. */
    public boolean rightMissing(SQLException failure) {
        return any(failure, codes::rightMissing);
    }

    /** Whether a server has rolled back the whole transaction: nothing of it is left that could go on. */
    public boolean endsTransaction(SQLException failure) {
        return any(failure, codes::endsTransaction);
    }

    private static boolean any(SQLException failure, Predicate<SQLException> meant) {
        for (Throwable each : chain(failure)) {
            if (each instanceof SQLException one && meant.test(one)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a server has refused a statement, and goes on: nothing that was sent behind it has been executed. Where
     * anything says that the session has ended, or where a driver fails without an SQLSTATE, it may have been.
     */
    public boolean refusedByServer(SQLException failure) {
        for (Throwable each : chain(failure)) {
            if (!(each instanceof SQLException one) || !refusedByServerOne(one)) {
                return false;
            }
        }
        return true;
    }

    private boolean refusedByServerOne(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && state.length() == 5
                && !state.startsWith("08")
                && !state.equals("40003")
                && !codes.endsSession(failure);
    }

    /** Whether a COMMIT that failed so has certainly had no effect. */
    public boolean commitCertainlyUndone(SQLException failure) {
        Kind kind = kindOf(failure);
        return (kind == Kind.TRANSIENT || kind == Kind.CONSTRAINT) && !any(failure, codes::mayHaveCommitted);
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
}
