package dev.restante.broker;

import dev.restante.broker.worker.AlarmClock;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.State;
import dev.restante.store.ApplicationTransactions.Ticket;
import dev.restante.store.StoreException;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions of the application in which this node takes part and that are not over, as far as it knows. It learns of the end by looking: when it is told to, when another transaction begins on
 * the same connection, and now and then, the less often the longer one lasts.
 */
final class NodeJoinedTransactions implements JoinedTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransactions.class);

    private static final long FIRST_LOOK_MILLIS = 10;
    private static final long LAST_LOOK_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final BrokerNode node;
    private final Executor executor;
    private final AlarmClock.Alarm alarm;
    private final Map<Ticket, NodeJoinedTransaction> open = new ConcurrentHashMap<>();
    private final AtomicBoolean looking = new AtomicBoolean();

    /**
     * Without any.
     *
     * @param executor looks
     */
    NodeJoinedTransactions(BrokerNode node, AlarmClock clock, Executor executor) {
        this.node = node;
        this.executor = executor;
        this.alarm = clock.alarm("joined transactions", this::lookSoon);
    }

    @Override
    public JoinedTransaction on(Connection connection) {
        node.checkAlive();
        return node.guarded(() -> joined(connection));
    }

    private NodeJoinedTransaction joined(Connection connection) {
        Ticket ticket = transactions().current(connection, node.context().incarnation());
        NodeJoinedTransaction known = open.get(ticket);
        if (known != null) {
            return known;
        }
        // The one before on this connection is over; what it has done comes before what is done now.
        open.values().stream().filter(other -> other.isOn(connection)).forEach(this::look);
        NodeJoinedTransaction begun = new NodeJoinedTransaction(
                node, ticket, connection, node.context().time().millis(), () -> open.remove(ticket));
        open.put(ticket, begun);
        alarm.setNoLaterThan(begun.begunAtMillis() + FIRST_LOOK_MILLIS);
        return begun;
    }

    private ApplicationTransactions transactions() {
        return node.context().store().applicationTransactions();
    }

    @Override
    public void lookSoon() {
        if (!open.isEmpty() && looking.compareAndSet(false, true)) {
            try {
                executor.execute(this::lookAtAll);
            } catch (RejectedExecutionException e) {
                LOG.debug("The node is closed; what a transaction of the application leaves others find", e);
            }
        }
    }

    private void lookAtAll() {
        looking.set(false);
        long nowMillis = node.context().time().millis();
        long next = Long.MAX_VALUE;
        for (NodeJoinedTransaction transaction : open.values()) {
            if (!look(transaction)) {
                long lastsMillis = nowMillis - transaction.begunAtMillis();
                next = Math.min(next, Math.max(FIRST_LOOK_MILLIS, Math.min(lastsMillis / 4, LAST_LOOK_MILLIS)));
            }
        }
        if (next != Long.MAX_VALUE) {
            alarm.setNoLaterThan(nowMillis + next);
        }
    }

    /** Whether it is over. */
    private boolean look(NodeJoinedTransaction transaction) {
        try {
            State state = transactions().state(transaction.ticket());
            if (state == State.OPEN) {
                return false;
            }
            transaction.end(state);
            return true;
        } catch (StoreException | BrokerException e) {
            LOG.debug("Whether a transaction of the application is over can't be found out now; it is tried again", e);
            return false;
        }
    }

    /** Whether any that is not over has received something from one of the entities. */
    boolean anyReceivedFrom(Set<Long> entityIds) {
        List.copyOf(open.values()).forEach(this::look);
        return open.values().stream()
                .anyMatch(transaction -> entityIds.stream().anyMatch(transaction::hasReceivedFrom));
    }

    /** The node is about to close: ends what is over. Returns whether anything is open, with rows that nobody else must touch. */
    boolean anyLeft() {
        List.copyOf(open.values()).forEach(this::look);
        return !open.isEmpty();
    }
}
