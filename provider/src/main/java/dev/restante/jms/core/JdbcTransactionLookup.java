package dev.restante.jms.core;

import dev.restante.model.ApplicationConnection;
import org.jspecify.annotations.Nullable;

/** Finds the application's transactions. */
public interface JdbcTransactionLookup {

    /**
     * The connection of the transaction that the calling thread is in; null if it is in none.
     *
     * @throws dev.restante.broker.BrokerException with STORE_FAILED if it can't be found out
     */
    @Nullable
    ApplicationConnection current();

    /** Runs something when the transaction that the calling thread is in is over, if whoever controls it can tell. */
    void onCompletion(Runnable action);

    /** True if sessions do work that can't be part of such a transaction as if there was none; else they refuse it. */
    boolean mixes();

    /** A session that mixes has done such a thing in the middle of a transaction. */
    void outside(Outside work);
}
