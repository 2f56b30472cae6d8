package dev.restante.jms.core;

import dev.restante.model.ApplicationConnection;
import org.jspecify.annotations.Nullable;

/** Lookup of the application's JDBC transaction of the calling thread. */
public interface JdbcTransactionLookup {

    /**
     * Returns the connection of the calling thread's transaction, or null if the thread is in no transaction.
     *
     * @throws dev.restante.broker.BrokerException with STORE_FAILED if the lookup fails
     */
    @Nullable
    ApplicationConnection current();

    /** Runs an action after the calling thread's transaction ends, if the transaction owner reports the end. */
    void onCompletion(Runnable action);

    /** True if sessions execute a non-transactional operation outside the transaction; otherwise they reject it. */
    boolean fallsBack();

    /** Reports a non-transactional operation that a session executed during an application transaction. */
    void onNonTransactional(NonTransactionalOperation operation);
}
