package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Bulk inserter that uses multi-row INSERT statements, because driver batches can lose rows on a Galera cluster.
 * MariaDB's driver would send a batch as one command that the server executes row by row. Galera does not report if it
 * rolls back the transaction during this command in favor of another server (seen in MariaDB 10.11.19). The rest of the
 * transaction would be committed without the earlier changes. MySQL's driver would send each row separately.
 */
final class MultiRowInserter implements BulkInserter {

    static final MultiRowInserter INSTANCE = new MultiRowInserter();

    private static final String VALUES = "VALUES ";

    /** Numbers of rows in one statement; most numbers of rows need one or two of these few texts. */
    private static final int[] SIZES = {128, 96, 64, 48, 32, 24, 16, 12, 8, 7, 6, 5, 4, 3, 2, 1};

    private MultiRowInserter() {}

    @Override
    public <T> void insert(StatementCache statements, String insert, List<T> rows, InsertBinder<T> binder)
            throws SQLException {
        int from = 0;
        while (from < rows.size()) {
            int size = size(rows.size() - from);
            PreparedStatement many = statements.prepare(ofRows(insert, size));
            int next = 1;
            for (T row : rows.subList(from, from + size)) {
                next = binder.bind(many, next, row);
            }
            many.executeUpdate();
            from += size;
        }
    }

    private static int size(int left) {
        for (int size : SIZES) {
            if (size <= left) {
                return size;
            }
        }
        throw new IllegalArgumentException("The statement needs at least one row");
    }

    private static String ofRows(String insert, int rows) {
        int values = insert.lastIndexOf(VALUES) + VALUES.length();
        return rows == 1
                ? insert
                : insert.substring(0, values) + PaddedParameterLists.repeat(rows, insert.substring(values), ", ");
    }
}
