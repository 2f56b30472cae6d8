package dev.restante.store.jdbc.database;

import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Interpretation of one database's vendor error codes, such as lock timeout or lost session;
 * {@link SqlFailureClassifier} covers the standard SQLSTATEs.
 */
public interface FailureCodes {

    /** Standard SQLSTATE for a write in a read-only server or session. */
    String READ_ONLY = "25006";

    /** Codes of a database that is not known yet. */
    FailureCodes NONE = new FailureCodes() {};

    /**
     * Returns the kind of a failure with an SQLSTATE of five characters.
     *
     * @return null if the standard meaning applies
     */
    default @Nullable StoreFailureKind kindOf(SQLException failure) {
        return null;
    }

    /** Returns whether a statement timed out while it waited for a lock. */
    default boolean isLockTimeout(SQLException failure) {
        return false;
    }

    /** Returns whether the server ended the session, apart from the standard codes for a lost connection. */
    default boolean endsSession(SQLException failure) {
        return false;
    }

    /** Returns whether the connection limit of the server or the user is reached. */
    default boolean isConnectionLimitReached(SQLException failure) {
        return false;
    }

    /** Returns whether a server or session is read-only, for example on a standby or replica. */
    default boolean isReadOnly(SQLException failure) {
        return READ_ONLY.equals(failure.getSQLState());
    }

    /** Returns whether the user lacks a permission. */
    default boolean isPermissionDenied(SQLException failure) {
        return false;
    }

    /** Returns whether the server has rolled back the whole transaction including savepoints. */
    default boolean rollsBackTransaction(SQLException failure) {
        return false;
    }

    /** Returns whether a COMMIT with this failure may have taken effect although the connection was not lost. */
    default boolean mayHaveCommitted(SQLException failure) {
        return false;
    }
}
