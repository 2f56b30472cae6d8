package dev.restante.drill;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Resources while all workers rest.
 *
 * @param minute the time since the begin
 * @param received the number of messages that were received since the last sample
 * @param heapBytes the greatest used memory of one worker after a collection of garbage
 * @param threads the greatest number of threads of one worker
 * @param files the greatest number of open files of one worker
 * @param connections the number of connections to the database, except the one that counts
 * @param rows the number of rows in all tables
 * @param tableBytes the size of all tables with their indexes
 */
record SoakSample(
        long minute,
        long received,
        long heapBytes,
        long threads,
        long files,
        long connections,
        long rows,
        long tableBytes) {

    /** Tables of which each fault may leave a row for a documented time, so that outcomes can be queried (SND-09). */
    private static final Set<String> KEPT_FOR_OUTCOMES =
            Set.of("restante_pipeline", "restante_void_batch", "restante_outcome_counter");

    static final String HEAD =
            "| minute | received | heap, KiB | threads | files | connections | rows | tables, KiB |\n"
                    + "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

    /** @param nodes nodes whose workers have lived since the begin */
    static SoakSample of(long minute, long received, List<DrillNode> nodes, DatabaseProcesses database)
            throws IOException, InterruptedException, SQLException {
        long heapBytes = 0;
        long threads = 0;
        long files = 0;
        for (DrillNode node : nodes) {
            List<Long> measured = node.measure();
            heapBytes = Math.max(heapBytes, measured.get(0));
            threads = Math.max(threads, measured.get(1));
            files = Math.max(files, measured.get(2));
        }
        try (Connection connection = database.connect()) {
            long rows = 0;
            for (String table : tables(connection)) {
                if (!KEPT_FOR_OUTCOMES.contains(table)) {
                    rows += number(connection, "SELECT count(*) FROM " + table);
                }
            }
            return new SoakSample(
                    minute,
                    received,
                    heapBytes,
                    threads,
                    files,
                    number(
                            connection,
                            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                                    + " AND pid <> pg_backend_pid()"),
                    rows,
                    number(connection, "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"));
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet names = statement.executeQuery("SELECT relname FROM pg_stat_user_tables")) {
            List<String> tables = new ArrayList<>();
            while (names.next()) {
                tables.add(names.getString(1));
            }
            return tables;
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Returns the row of a table with the head {@link #HEAD}. */
    String row() {
        return String.format(
                Locale.ROOT,
                "| %d | %,d | %,d | %d | %d | %d | %,d | %,d |",
                minute,
                received,
                heapBytes / 1024,
                threads,
                files,
                connections,
                rows,
                tableBytes / 1024);
    }
}
