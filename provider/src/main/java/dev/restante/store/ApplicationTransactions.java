package dev.restante.store;

import dev.restante.model.ApplicationConnection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Interface that inserts and completes messages within transactions that the application commits on its own connections
 * to the store's database, and queries their outcomes (BEY-01). No method commits or rolls back.
 *
 * <p>Thread-safe. A method with a connection runs on the thread that uses the connection.
 */
public interface ApplicationTransactions {

    /**
     * Identity of an application transaction. Two tickets are equal if they denote the same transaction on the same
     * connection.
     */
    interface Ticket {}

    /** State of an application transaction, as the database reports it. */
    enum ApplicationTransactionState {
        OPEN,
        COMMITTED,
        ROLLED_BACK,
        /** Committed or rolled back. */
        ENDED
    }

    /**
     * State of an application transaction with the deliveries that still exist.
     *
     * @param remainingDeliveries queried deliveries that exist after the end of the transaction. They say more than the
     *     state, because the application may have rolled back to a savepoint
     */
    record TransactionOutcome(ApplicationTransactionState state, Set<Long> remainingDeliveries) {
        public TransactionOutcome {
            remainingDeliveries = Set.copyOf(remainingDeliveries);
        }

        public static final TransactionOutcome OPEN =
                new TransactionOutcome(ApplicationTransactionState.OPEN, Set.of());
    }

    /** Query for the outcome of a transaction and for the existence of deliveries. */
    record TransactionQuery(Ticket ticket, List<Long> deliveryIds) {}

    /**
     * Returns the current transaction of a connection, or begins one.
     *
     * @param formerQuery query for the transaction that the previous call found on the connection; null for none
     * @throws StoreException with FATAL if the connection is in auto-commit mode, has an isolation level other than
     *     READ COMMITTED, or leads to another database or schema; with FENCED if the incarnation was declared dead
     */
    CurrentTransaction currentTransaction(
            ApplicationConnection connection, long incarnation, @Nullable TransactionQuery formerQuery);

    /**
     * Current transaction of a connection, with the outcome of the queried earlier transaction.
     *
     * @param former outcome of the earlier transaction; {@code OPEN} if there was none or if it is the current
     *     transaction
     */
    record CurrentTransaction(Ticket ticket, TransactionOutcome former) {}

    /**
     * Returns the outcome of a transaction. The effects of a committed transaction are visible to all nodes before it
     * counts as ended.
     */
    TransactionOutcome outcome(TransactionQuery query);

    /**
     * Inserts a message with unowned deliveries. Until the transaction ends, the entities of the deliveries cannot be
     * deleted.
     *
     * @return false if one of these entities does not exist; then nothing was inserted
     */
    boolean insert(ApplicationConnection connection, Change.Enqueue enqueue);

    /**
     * Removes a delivery, and its message if this was the only delivery. If there are more deliveries,
     * {@link #decrementDeliveryCounts} counts them down after the commit. A countdown in the transaction would block
     * other transactions until it ends.
     *
     * @return true if the delivery still matched its fencing token
     */
    boolean complete(ApplicationConnection connection, Change.Complete complete);

    /**
     * Subtracts the number of deliveries that committed transactions have removed from each message. Removes messages
     * without deliveries.
     */
    void decrementDeliveryCounts(SortedMap<Long, Integer> deletedByMessage);
}
