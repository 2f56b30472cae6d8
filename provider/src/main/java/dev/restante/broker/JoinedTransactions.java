package dev.restante.broker;

import dev.restante.model.ApplicationConnection;

/**
 * Access to application transactions that this node joins, so that messages commit together with the rows of the
 * application (BEY-01). Thread-safe.
 */
public interface JoinedTransactions {

    /**
     * Returns the current transaction of a connection, and joins it if necessary. Called by the thread that uses the
     * connection.
     *
     * @throws BrokerException with STORE_FAILED and an explanation if the connection is unsuitable
     */
    JoinedTransaction join(ApplicationConnection connection);
}
