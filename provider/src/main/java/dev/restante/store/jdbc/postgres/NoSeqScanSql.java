package dev.restante.store.jdbc.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * SQL text for a statement on the application's connection that switches sequential scans off for this statement only.
 * The server may plan the statement while a table is empty, and keep a plan that reads the whole table after it has
 * grown. The application's own setting applies again afterwards, within the same text and round trip.
 */
final class NoSeqScanSql {

    private static final String BEFORE =
            """
            SELECT set_config('restante.enable_seqscan', current_setting('enable_seqscan'), true),
              set_config('enable_seqscan', 'off', true);
            """;

    private static final String AFTER =
            "; SELECT set_config('enable_seqscan', current_setting('restante.enable_seqscan'), true)";

    private NoSeqScanSql() {}

    static String wrap(String sql) {
        return BEFORE + sql + AFTER;
    }

    /** Executes a text of {@link #wrap}; afterwards the result of its statement is the current one. */
    static void execute(PreparedStatement statement) throws SQLException {
        statement.execute();
        statement.getMoreResults();
    }
}
