package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * INSERTs that name many rows each. A batch of MariaDB's driver would be sent as one command that the server executes
 * row by row, and of which a server of a Galera cluster does not tell that its transaction was undone meanwhile, for
 * the sake of another server's (seen in MariaDB 10.11.19): the rest of the transaction would be committed without what
 * came before. MySQL's driver would send each row of a batch by itself.
 */
final class ManyRowInserts implements RowInserts {

    static final ManyRowInserts INSTANCE = new ManyRowInserts();

    private static final String VALUES = "VALUES ";

    /** So many rows at once: few texts, of which most numbers need one or two. */
    private static final int[] SIZES = {128, 96, 64, 48, 32, 24, 16, 12, 8, 7, 6, 5, 4, 3, 2, 1};

    private ManyRowInserts() {}

    @Override
    public <T> void insert(StatementCache statements, String insert, List<T> rows, Binding<T> binding)
            throws SQLException {
        int from = 0;
        while (from < rows.size()) {
            int size = size(rows.size() - from);
            PreparedStatement many = statements.get(ofRows(insert, size));
            int next = 1;
            for (T row : rows.subList(from, from + size)) {
                next = binding.bind(many, next, row);
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
        throw new IllegalArgumentException("no row is left");
    }

    private static String ofRows(String insert, int rows) {
        int values = insert.lastIndexOf(VALUES) + VALUES.length();
        return rows == 1 ? insert : insert.substring(0, values) + RowLists.times(rows, insert.substring(values), ", ");
    }
}
