package dev.restante.store.jdbc.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The way in which a database takes many rows of one table at once. */
public interface RowInserts {

    /** Batches of the driver. */
    RowInserts BATCHES = new RowInserts() {
        @Override
        public <T> void insert(StatementCache statements, String insert, List<T> rows, Binding<T> binding)
                throws SQLException {
            // HSQLDB refuses to execute a batch of nothing.
            if (rows.isEmpty()) {
                return;
            }
            PreparedStatement batch = statements.get(insert);
            for (T row : rows) {
                binding.bind(batch, 1, row);
                batch.addBatch();
            }
            batch.executeBatch();
        }
    };

    /**
     * The binding of a row to the parameters of an INSERT.
     *
     * @param <T> the row
     */
    @FunctionalInterface
    interface Binding<T> {

        /** Binds from a parameter on; returns the index of the next one. */
        int bind(PreparedStatement insert, int first, T row) throws SQLException;
    }

    /**
     * Inserts rows, all or none of them unless the caller goes on with a transaction in which this has failed.
     *
     * @param insert an INSERT of one row, which ends with its VALUES
     */
    <T> void insert(StatementCache statements, String insert, List<T> rows, Binding<T> binding) throws SQLException;
}
