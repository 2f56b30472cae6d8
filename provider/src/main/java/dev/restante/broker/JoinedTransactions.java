package dev.restante.broker;

import dev.restante.model.ApplicationConnection;

/**
 * Transactions of the application in the store's database, in which sends and receives of this node take part (BEY-01).
 * Thread-safe.
 */
public interface JoinedTransactions {

    /**
     * The transaction that is under way on a connection, or begins now. Called by the thread that uses the connection.
     *
     * @throws BrokerException with STORE_FAILED if the connection can't be used for that, and why
     */
    JoinedTransaction on(ApplicationConnection connection);
}
