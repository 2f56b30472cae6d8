package dev.restante.store.jdbc.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Statement on a connection of the application that is planned without reads of whole tables. The server plans it while
 * a table is empty, and keeps that plan for the session when the table has grown. So the planner may look up rows in
 * indexes only, for this statement alone: the setting of the application is in force again behind it. All of that is
 * one text, and so one round trip.
 */
final class AlongIndexes {

    private static final String BEFORE =
            """
            SELECT set_config('restante.enable_seqscan', current_setting('enable_seqscan'), true),
              set_config('enable_seqscan', 'off', true);
            """;

    private static final String AFTER =
            "; SELECT set_config('enable_seqscan', current_setting('restante.enable_seqscan'), true)";

    private AlongIndexes() {}

    /** Returns the text of a statement with the settings around it. */
    static String of(String sql) {
        return BEFORE + sql + AFTER;
    }

    /** Executes a text of {@link #of}; afterwards the result of its statement is the current one. */
    static void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
    }
}
