package dev.restante.store.jdbc.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Inserter of many rows into one table with as few round trips as the database allows. */
public interface BulkInserter {

    /** Inserter that uses JDBC batches. */
    BulkInserter DRIVER_BATCHES = new BulkInserter() {
        @Override
        public <T> void insert(StatementCache statements, String insert, List<T> rows, InsertBinder<T> binder)
                throws SQLException {
            // HSQLDB rejects an empty batch.
            if (rows.isEmpty()) {
                return;
            }
            PreparedStatement batch = statements.prepare(insert);
            for (T row : rows) {
                binder.bind(batch, 1, row);
                batch.addBatch();
            }
            batch.executeBatch();
        }
    };

    /**
     * Function that binds one row to the parameters of an INSERT.
     *
     * @param <T> type of the row
     */
    @FunctionalInterface
    interface InsertBinder<T> {

        /** Binds a row from a parameter index on; returns the index of the next parameter. */
        int bind(PreparedStatement insert, int first, T row) throws SQLException;
    }

    /**
     * Inserts rows. After a failure, the caller must roll back, because some rows may have been inserted.
     *
     * @param insert INSERT of one row, which ends with its VALUES
     */
    <T> void insert(StatementCache statements, String insert, List<T> rows, InsertBinder<T> binder) throws SQLException;
}
