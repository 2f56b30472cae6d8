package dev.restante.store.jdbc.batch;

import java.sql.SQLException;

/**
 * Interface of a prepared small batch that, when executed, reaches the server with its COMMIT in one round trip; only
 * PostgreSQL implements it.
 */
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
