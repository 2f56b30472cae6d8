package dev.restante.store.jdbc.connect;

import java.sql.SQLException;

/** Check whether a failure means that the database rejected the user or the password. */
public final class LoginRejection {

    private static final String INVALID_AUTHORIZATION = "28";

    private LoginRejection() {}

    /** Returns whether a failure, or one of its causes, has an SQLSTATE of class 28. */
    public static boolean isCauseOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException rejected
                    && rejected.getSQLState() != null
                    && rejected.getSQLState().startsWith(INVALID_AUTHORIZATION)) {
                return true;
            }
        }
        return false;
    }
}
