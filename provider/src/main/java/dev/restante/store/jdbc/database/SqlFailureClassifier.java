package dev.restante.store.jdbc.database;

import dev.restante.model.DocumentationPages;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.LoginRejection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Classifier that maps an {@link SQLException} to a {@link StoreException} kind by vendor codes and standard SQLSTATEs.
 * The relevant exception may be hidden in a {@code BatchUpdateException} or in a wrapper of a pool. Therefore the chain
 * of causes and next exceptions is examined, and the most severe kind counts.
 */
public final class SqlFailureClassifier {

    private static final String NO_CONNECTION_LEFT =
            ". All connections that the server allows are in use. Raise the connection limit of the server, the"
                    + " database or the user, or use a pooler. See "
                    + DocumentationPages.CONNECTIONS + " for the number of connections of a node";

    private static final String LOGIN_REJECTED =
            ". The database rejects the user or password. Correct the user and password of the store or its DataSource";

    private static final String READ_ONLY =
            ". The database is read-only, for example because it is a standby or a replica. Use the"
                    + " address of the primary, or end the read-only mode";

    private static final int VALIDATION_SECONDS = 1;

    private final FailureCodes codes;

    public SqlFailureClassifier(FailureCodes codes) {
        this.codes = codes;
    }

    /**
     * Creates the exception for a failure.
     *
     * @param failureText description of the failed action, with the name of the database
     */
    public StoreException toStoreException(String failureText, SQLException failure) {
        return new StoreException(kindOf(failure), failureText + ": " + text(failure) + remedy(failure), failure);
    }

    /** Returns the remedy for a failure, after a semicolon; empty if its kind says enough. */
    public String remedy(SQLException failure) {
        if (LoginRejection.isCauseOf(failure)) {
            return LOGIN_REJECTED;
        } else if (isConnectionLimitReached(failure)) {
            return NO_CONNECTION_LEFT;
        }
        return anyInChain(failure, codes::isReadOnly) ? READ_ONLY : "";
    }

    /**
     * Returns whether a failure makes a connection unusable: it is lost, or it leads to a read-only server or session.
     * A connection stays usable if the server only rejected a statement.
     *
     * @param connection connection of the failure, which is tested if the failure is unclear
     */
    public boolean breaksConnection(Connection connection, SQLException failure) {
        if (kindOf(failure) == StoreFailureKind.UNAVAILABLE || anyInChain(failure, codes::endsSession)) {
            return true;
        }
        try {
            return !isRejectedByServer(failure) && !connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
            return true;
        }
    }

    public StoreFailureKind kindOf(SQLException failure) {
        StoreFailureKind kind = null;
        for (Throwable each : chain(failure)) {
            StoreFailureKind meant = each instanceof SQLException one ? kindOfSingle(one) : null;
            if (meant != null && (kind == null || severity(meant) > severity(kind))) {
                kind = meant;
            }
        }
        return kind == null ? StoreFailureKind.FATAL : kind;
    }

    private static int severity(StoreFailureKind kind) {
        return switch (kind) {
            case CONSTRAINT -> 0;
            case TRANSIENT -> 1;
            case UNAVAILABLE -> 2;
            case DAMAGED, FATAL -> 3;
            case OUTCOME_UNKNOWN, PROTECTED, FENCED, CLOSED -> 4;
        };
    }

    private @Nullable StoreFailureKind kindOfSingle(SQLException failure) {
        if (failure instanceof SQLTransientConnectionException) {
            // A pool copies the SQLSTATE of the last failure, which is in the chain as well.
            return StoreFailureKind.UNAVAILABLE;
        }
        String state = failure.getSQLState();
        if (state == null || state.length() != 5) {
            return null;
        }
        StoreFailureKind own = codes.kindOf(failure);
        if (own != null) {
            return own;
        }
        StoreFailureKind byState =
                switch (state) {
                    // timeouts
                    case "HYT00", "HYT01", "HY008" -> StoreFailureKind.TRANSIENT;
                    // outcome unknown
                    case "40003" -> StoreFailureKind.UNAVAILABLE;
                    case "0A000", "HY000" -> StoreFailureKind.FATAL;
                    default -> null;
                };
        return byState != null ? byState : kindOfClass(state.substring(0, 2));
    }

    private static @Nullable StoreFailureKind kindOfClass(String stateClass) {
        return switch (stateClass) {
            // no connection, or no disk space, memory or connections left; an administrator can resolve it
            case "08", "53" -> StoreFailureKind.UNAVAILABLE;
            case "40" -> StoreFailureKind.TRANSIENT;
            // invalid or too large values, which only the caller can correct
            case "22", "23", "54" -> StoreFailureKind.CONSTRAINT;
            case "25", "28", "3D", "3F", "42", "58", "S1", "XX" -> StoreFailureKind.FATAL;
            default -> null;
        };
    }

    /** Returns whether a statement timed out while it waited for a lock. */
    public boolean isLockTimeout(SQLException failure) {
        return anyInChain(failure, codes::isLockTimeout);
    }

    /**
     * Returns whether a deadlock or a collision with another transaction has rolled back a transaction at once. A
     * statement that waited for a lock is not meant.
     */
    public boolean isCollision(SQLException failure) {
        return kindOf(failure) == StoreFailureKind.TRANSIENT
                && anyInChain(failure, one -> String.valueOf(one.getSQLState()).startsWith("40"));
    }

    /** Returns whether the connection limit of the server or the user is reached. */
    public boolean isConnectionLimitReached(SQLException failure) {
        return anyInChain(failure, codes::isConnectionLimitReached);
    }

    public boolean isPermissionDenied(SQLException failure) {
        return anyInChain(failure, codes::isPermissionDenied);
    }

    public boolean rollsBackTransaction(SQLException failure) {
        return anyInChain(failure, codes::rollsBackTransaction);
    }

    private static boolean anyInChain(SQLException failure, Predicate<SQLException> meant) {
        for (Throwable each : chain(failure)) {
            if (each instanceof SQLException one && meant.test(one)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a server has rejected a statement and continues the session. Later statements of the same round
     * trip were then not executed. If the session has ended, or the driver reports no SQLSTATE, they may have been
     * executed.
     */
    public boolean isRejectedByServer(SQLException failure) {
        for (Throwable each : chain(failure)) {
            if (!(each instanceof SQLException one) || !isSingleRejectedByServer(one)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSingleRejectedByServer(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && state.length() == 5
                && !state.startsWith("08")
                && !state.equals("40003")
                && !codes.endsSession(failure);
    }

    /** Returns whether a failed COMMIT has certainly had no effect. */
    public boolean isCommitRolledBack(SQLException failure) {
        StoreFailureKind kind = kindOf(failure);
        return (kind == StoreFailureKind.TRANSIENT || kind == StoreFailureKind.CONSTRAINT)
                && !anyInChain(failure, codes::mayHaveCommitted);
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
