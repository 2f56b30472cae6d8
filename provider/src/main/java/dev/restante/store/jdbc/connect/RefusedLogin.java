package dev.restante.store.jdbc.connect;

import java.sql.SQLException;

/** Failures by which a database rejects a user or a password. */
public final class RefusedLogin {

    private static final String INVALID_AUTHORIZATION = "28";

    private RefusedLogin() {}

    /** Returns whether a failure, or one of its causes, has an SQLSTATE of class 28. */
    public static boolean isIn(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused
                    && refused.getSQLState() != null
                    && refused.getSQLState().startsWith(INVALID_AUTHORIZATION)) {
                return true;
            }
        }
        return false;
    }
}
