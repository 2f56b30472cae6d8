package dev.restante.store.jdbc.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Commits that the server confirms though its synchronous standbys have not got them: somebody has cancelled the
 * backend that waited for them. It says so in a warning alone. To us the outcome is not known then (SND-09): whoever
 * asks for it waits for the standbys again.
 */
final class UncopiedCommits {

    /** The class of warnings; the text of one is in the language of the server. */
    private static final String WARNING = "01000";

    /** Transaction resolution unknown. */
    private static final String UNKNOWN = "08007";

    private UncopiedCommits() {}

    static void commit(Connection connection) throws SQLException {
        // One may be there from the time when it was opened.
        connection.clearWarnings();
        connection.commit();
        check(connection.getWarnings());
    }

    /** Executes a statement that commits. */
    static void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        check(statement.getWarnings());
    }

    private static void check(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            if (WARNING.equals(each.getSQLState())) {
                throw new SQLException("The COMMIT may not be safe: " + each.getMessage(), UNKNOWN, each);
            }
        }
    }
}
