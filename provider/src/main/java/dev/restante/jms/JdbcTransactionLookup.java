package dev.restante.jms;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Finds the application's transactions. */
public interface JdbcTransactionLookup {

    /** The connection of the transaction that the calling thread is in; null if it is in none. */
    @Nullable
    Connection current() throws SQLException;

    /** Runs something when the transaction that the calling thread is in is over, if whoever controls it can tell. */
    void onCompletion(Runnable action);
}
