package dev.restante.node.feature.transactions;

import dev.restante.broker.BrokerException;
import dev.restante.broker.JoinedTransaction;
import dev.restante.broker.JoinedTransactions;
import dev.restante.model.ApplicationConnection;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.ApplicationTransactionState;
import dev.restante.store.ApplicationTransactions.Ticket;
import dev.restante.store.ApplicationTransactions.TransactionOutcome;
import dev.restante.store.ApplicationTransactions.TransactionQuery;
import dev.restante.store.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the application transactions that this node has joined, which checks whether they have been committed or
 * rolled back.
 *
 * <p>The node checks a transaction on request, when another transaction begins on its connection, and periodically. The
 * longer a transaction lasts, the rarer the periodic checks are.
 */
public final class NodeJoinedTransactions implements JoinedTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransactions.class);

    private final NodeServices node;

    private final TransactionServices services;
    private final NodeScheduler.ScheduledTask task;
    private final Map<Ticket, NodeJoinedTransaction> open = new ConcurrentHashMap<>();
    private final AtomicBoolean checkScheduled = new AtomicBoolean();
    private final NodeJoinedTransaction.OutcomeChecker checker = new NodeJoinedTransaction.OutcomeChecker() {
        @Override
        public void check(NodeJoinedTransaction transaction) {
            checkEnded(transaction);
        }

        @Override
        public void checkSoon(NodeJoinedTransaction transaction) {
            services().thread().execute(() -> checkEnded(transaction));
        }
    };

    public NodeJoinedTransactions(TransactionServices services, NodeScheduler scheduler) {
        this.node = services.node();
        this.services = services;
        this.task = scheduler.task("joined transactions", this::checkAll);
    }

    @Override
    public JoinedTransaction join(ApplicationConnection connection) {
        node.lifecycle().checkAlive();
        return node.lifecycle().callStore(() -> joined(connection));
    }

    private NodeJoinedTransaction joined(ApplicationConnection connection) {
        NodeJoinedTransaction former = findOnConnection(connection, open.values());
        TransactionQuery ofFormer = former == null ? null : former.query();
        ApplicationTransactions.CurrentTransaction current =
                transactions().currentTransaction(connection, node.incarnation(), ofFormer);
        if (former != null && ofFormer != null && current.former().state() != ApplicationTransactionState.OPEN) {
            // The work of the former transaction must be processed before the next work.
            end(former, ofFormer, current.former());
        }
        Ticket ticket = current.ticket();
        NodeJoinedTransaction known = open.get(ticket);
        if (known != null) {
            known.moveTo(connection);
            return known;
        }
        NodeJoinedTransaction begun = new NodeJoinedTransaction(
                services, checker, ticket, connection, node.storeClock().monotonicMillis(), () -> open.remove(ticket));
        open.put(ticket, begun);
        task.scheduleNoLaterThanMonotonic(begun.nextCheckMillis());
        return begun;
    }

    private static @Nullable NodeJoinedTransaction findOnConnection(
            ApplicationConnection connection, Collection<NodeJoinedTransaction> transactions) {
        for (NodeJoinedTransaction each : transactions) {
            if (each.isOnConnection(connection)) {
                return each;
            }
        }
        return null;
    }

    private ApplicationTransactions transactions() {
        return node.store().applicationTransactions();
    }

    private TransactionServices services() {
        return services;
    }

    private void checkAll() {
        if (!open.isEmpty() && checkScheduled.compareAndSet(false, true)) {
            services.thread().execute(this::checkDue);
        }
    }

    private void checkDue() {
        checkScheduled.set(false);
        long nowMillis = node.storeClock().monotonicMillis();
        long next = Long.MAX_VALUE;
        try {
            for (NodeJoinedTransaction transaction : open.values()) {
                // Most transactions are short, and their end is noticed when the next one begins.
                if (transaction.nextCheckMillis() <= nowMillis && !checkEnded(transaction)) {
                    transaction.scheduleNextCheck(nowMillis);
                }
            }
        } finally {
            for (NodeJoinedTransaction transaction : open.values()) {
                next = Math.min(next, transaction.nextCheckMillis());
            }
            if (next != Long.MAX_VALUE) {
                task.scheduleNoLaterThanMonotonic(Math.max(next, nowMillis + 1));
            }
        }
    }

    /** Checks a transaction, and returns whether it has ended. */
    private boolean checkEnded(NodeJoinedTransaction transaction) {
        try {
            TransactionQuery query = transaction.query();
            TransactionOutcome outcome = transactions().outcome(query);
            return outcome.state() != ApplicationTransactionState.OPEN && end(transaction, query, outcome);
        } catch (StoreException e) {
            LOG.debug("The state of an application transaction cannot be read. Restante tries again.", e);
            return false;
        }
    }

    private static boolean end(NodeJoinedTransaction transaction, TransactionQuery asked, TransactionOutcome outcome) {
        try {
            return transaction.end(asked, outcome);
        } catch (StoreException | BrokerException e) {
            LOG.debug("The end of an application transaction could not be processed. Restante tries again.", e);
            return false;
        }
    }

    /** Returns whether an open transaction has received from or sent to one of the entities. */
    public boolean anyUses(Set<Long> entityIds) {
        List.copyOf(open.values()).forEach(this::checkEnded);
        return open.values().stream().anyMatch(transaction -> transaction.uses(entityIds));
    }

    public boolean anyReceived(long deliveryId) {
        return open.values().stream().anyMatch(transaction -> transaction.hasReceived(deliveryId));
    }

    /**
     * Processes ended transactions before the node closes. Returns whether open transactions remain, whose rows the
     * node must not modify.
     */
    public boolean close() {
        List.copyOf(open.values()).forEach(this::checkEnded);
        return !open.isEmpty();
    }
}
