package dev.restante.store;

import dev.restante.model.ApplicationConnection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes part in transactions that the application begins, commits and rolls back itself, on its own connections to the
 * store's database (BEY-01). Nothing here commits or rolls back.
 *
 * <p>Thread-safe; calls with a connection come from the thread that uses it.
 */
public interface ApplicationTransactions {

    /** A transaction of the application. Equal as long as the same one is under way on the same connection. */
    interface Ticket {}

    /** The states of a transaction, as far as the database tells. */
    enum State {
        OPEN,
        COMMITTED,
        ROLLED_BACK,
        /** Committed or rolled back. */
        OVER
    }

    /**
     * The fate of a transaction.
     *
     * @param left once it is over: which of the deliveries that it was asked about are still there. That tells more
     *     than the state, because what was done after a savepoint may have been undone alone
     */
    record Fate(State state, Set<Long> left) {
        public Fate {
            left = Set.copyOf(left);
        }

        /** Nothing is known yet. */
        public static final Fate OPEN = new Fate(State.OPEN, Set.of());
    }

    /** A transaction, and which deliveries somebody wants to know about. */
    record Question(Ticket ticket, List<Long> deliveryIds) {}

    /**
     * The transaction that is under way on a connection, or begins now.
     *
     * @param incarnation of the node that takes part
     * @param former about the one that was under way on the connection when it was asked about last, or null
     * @throws StoreException with FATAL if the connection is in auto-commit mode, has another isolation than READ
     *     COMMITTED, or leads to another database or schema; with FENCED if the incarnation was declared dead
     */
    Current current(ApplicationConnection connection, long incarnation, @Nullable Question former);

    /**
     * The transaction that is under way on a connection.
     *
     * @param former what has become of the former one; {@code OPEN} if there was none, or if it is the same
     */
    record Current(Ticket ticket, Fate former) {}

    /** What has become of a transaction. Once it is over, everybody sees what it has done. */
    Fate fate(Question question);

    /**
     * Inserts a message with its deliveries, none of which is owned. Until the transaction ends their entities can't be
     * deleted.
     *
     * @return false if one of these entities is gone; then nothing was inserted
     */
    boolean insert(ApplicationConnection connection, Change.Enqueue enqueue);

    /**
     * Removes a delivery, and its message unless that has others. One that has others is to be
     * {@link #countDown counted down} after the commit: before it, others would wait for the end.
     *
     * @return whether its fence held
     */
    boolean complete(ApplicationConnection connection, Change.Complete complete);

    /**
     * These messages have so many deliveries less, by transactions that were committed. Those that have none left are
     * removed.
     */
    void countDown(SortedMap<Long, Integer> removed);
}
