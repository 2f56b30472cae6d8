package dev.restante.store;

import dev.restante.model.ApplicationConnection;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes part in transactions that the application begins, commits and rolls back itself, on its own connections to the store's database (BEY-01). Nothing here commits or rolls back.
 *
 * <p>Thread-safe; calls with a connection come from the thread that uses it.
 */
public interface ApplicationTransactions {

    /** A transaction of the application. Equal as long as the same one is under way on the same connection. */
    interface Ticket {}

    /**
     * The transaction that is under way on a connection, or begins now.
     *
     * @param incarnation of the node that takes part
     * @param former the one that was under way on the connection when it was asked about last, or null
     * @throws StoreException with FATAL if the connection is in auto-commit mode, has another isolation than READ COMMITTED, or leads to another database or schema; with FENCED if the incarnation was
     *     declared dead
     */
    Current current(ApplicationConnection connection, long incarnation, @Nullable Ticket former);

    /**
     * What is under way on a connection.
     *
     * @param former how far the former one has come; {@code OPEN} if there was none, or if it is the same
     */
    record Current(Ticket ticket, State former) {}

    /** How far a transaction has come, as far as the database tells. */
    enum State {
        OPEN,
        COMMITTED,
        ROLLED_BACK,
        /** Committed or rolled back; what is there tells. */
        OVER
    }

    /** How far a transaction has come. Once it is over, everybody sees what it has done. */
    State state(Ticket ticket);

    /** Inserts a message with its deliveries, none of which is owned. */
    void insert(ApplicationConnection connection, Change.Enqueue enqueue);

    /**
     * Removes a delivery, and its message unless that has others. One that has others is to be {@link #countDown counted down} after the commit: before it, others would wait for the end.
     *
     * @return whether its fence held
     */
    boolean complete(ApplicationConnection connection, Change.Complete complete);

    /** These messages have so many deliveries less, by transactions that were committed. Those that have none left are removed. */
    void countDown(SortedMap<Long, Integer> removed);
}
