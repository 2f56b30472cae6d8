package dev.restante.store.jdbc.batch;

import java.sql.SQLException;

/** A batch that is ready to be sent in one round trip, COMMIT included. */
public interface WholeBatch {

    /** Asks the server something that changes nothing, to find out whether the connection is alive. */
    void ask() throws SQLException;

    /**
     * Sends the batch.
     *
     * @throws SQLException if something has missed, or anything else has gone wrong; where the server has refused it,
     *     nothing was committed, otherwise that is not known
     */
    void commit() throws SQLException;
}
