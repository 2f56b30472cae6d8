package dev.restante.store.jdbc.batch;

import java.sql.SQLException;

/** Batch that is sent to the server in a single round trip, COMMIT included. */
public interface SingleTripBatch {

    /** Executes a statement without effect, to find out whether the connection is alive. */
    void ping() throws SQLException;

    /**
     * Sends the batch.
     *
     * @throws SQLException if a change missed its fencing token or the batch failed. If the server rejected the batch,
     *     nothing was committed; otherwise the outcome is unknown
     */
    void commit() throws SQLException;
}
