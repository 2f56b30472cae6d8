package dev.restante.store.jdbc.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Check for commits that PostgreSQL confirmed before its synchronous standbys received them; their outcome counts as
 * unknown (SND-09). This happens if an administrator cancels a backend that waits for the standbys, and the server only
 * warns of it. A query for the outcome waits for the standbys again.
 */
final class UnreplicatedCommitCheck {

    /** SQLSTATE of warnings, because their text depends on the language of the server. */
    private static final String WARNING = "01000";

    /** SQLSTATE for an unknown outcome of a transaction. */
    private static final String UNKNOWN = "08007";

    private UnreplicatedCommitCheck() {}

    static void commit(Connection connection) throws SQLException {
        // A warning may be left from the opening of the connection.
        connection.clearWarnings();
        connection.commit();
        check(connection.getWarnings());
    }

    static void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        check(statement.getWarnings());
    }

    private static void check(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            if (WARNING.equals(each.getSQLState())) {
                throw new SQLException("The commit may not be replicated: " + each.getMessage(), UNKNOWN, each);
            }
        }
    }
}
