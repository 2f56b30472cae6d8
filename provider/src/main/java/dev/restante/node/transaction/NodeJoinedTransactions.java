package dev.restante.node.transaction;

import dev.restante.broker.BrokerException;
import dev.restante.broker.JoinedTransaction;
import dev.restante.broker.JoinedTransactions;
import dev.restante.model.ApplicationConnection;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.Fate;
import dev.restante.store.ApplicationTransactions.Question;
import dev.restante.store.ApplicationTransactions.State;
import dev.restante.store.ApplicationTransactions.Ticket;
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
 * The transactions of the application in which this node takes part and that are not over, as far as it knows. It
 * learns of the end by looking: when it is told to, when another transaction begins on the same connection, and now and
 * then, the less often the longer one lasts.
 */
public final class NodeJoinedTransactions implements JoinedTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransactions.class);

    private final NodeContext context;
    private final NodeLife life;

    private final TransactionServices services;
    private final AlarmClock.Alarm alarm;
    private final Map<Ticket, NodeJoinedTransaction> open = new ConcurrentHashMap<>();
    private final AtomicBoolean lookingAround = new AtomicBoolean();
    private final NodeJoinedTransaction.Looking looking = new NodeJoinedTransaction.Looking() {
        @Override
        public void now(NodeJoinedTransaction transaction) {
            look(transaction);
        }

        @Override
        public void soon(NodeJoinedTransaction transaction) {
            services().thread().soon(() -> look(transaction));
        }
    };

    /** Without any. */
    public NodeJoinedTransactions(TransactionServices services, AlarmClock clock) {
        this.context = services.context();
        this.life = services.life();
        this.services = services;
        this.alarm = clock.alarm("joined transactions", this::lookAround);
    }

    @Override
    public JoinedTransaction on(ApplicationConnection connection) {
        life.checkAlive();
        return life.guarded(() -> joined(connection));
    }

    private NodeJoinedTransaction joined(ApplicationConnection connection) {
        NodeJoinedTransaction former = on(connection, open.values());
        Question ofFormer = former == null ? null : former.question();
        ApplicationTransactions.Current current = transactions().current(connection, context.incarnation(), ofFormer);
        if (former != null && ofFormer != null && current.former().state() != State.OPEN) {
            // What it has done comes before what is done now.
            end(former, ofFormer, current.former());
        }
        Ticket ticket = current.ticket();
        NodeJoinedTransaction known = open.get(ticket);
        if (known != null) {
            known.continueOn(connection);
            return known;
        }
        NodeJoinedTransaction begun = new NodeJoinedTransaction(
                services, looking, ticket, connection, context.time().steadyMillis(), () -> open.remove(ticket));
        open.put(ticket, begun);
        alarm.ringWithinSteady(begun.nextLookAtMillis());
        return begun;
    }

    private static @Nullable NodeJoinedTransaction on(
            ApplicationConnection connection, Collection<NodeJoinedTransaction> transactions) {
        for (NodeJoinedTransaction each : transactions) {
            if (each.isOn(connection)) {
                return each;
            }
        }
        return null;
    }

    private ApplicationTransactions transactions() {
        return context.store().applicationTransactions();
    }

    private TransactionServices services() {
        return services;
    }

    private void lookAround() {
        if (!open.isEmpty() && lookingAround.compareAndSet(false, true)) {
            services.thread().soon(this::lookAtAll);
        }
    }

    private void lookAtAll() {
        lookingAround.set(false);
        long nowMillis = context.time().steadyMillis();
        long next = Long.MAX_VALUE;
        try {
            for (NodeJoinedTransaction transaction : open.values()) {
                // Most are short, and found to be over when the next begins.
                if (transaction.nextLookAtMillis() <= nowMillis && !look(transaction)) {
                    transaction.wasOpenAt(nowMillis);
                }
            }
        } finally {
            for (NodeJoinedTransaction transaction : open.values()) {
                next = Math.min(next, transaction.nextLookAtMillis());
            }
            if (next != Long.MAX_VALUE) {
                alarm.ringWithinSteady(Math.max(next, nowMillis + 1));
            }
        }
    }

    /** Whether it is over. */
    private boolean look(NodeJoinedTransaction transaction) {
        try {
            Question question = transaction.question();
            Fate fate = transactions().fate(question);
            return fate.state() != State.OPEN && end(transaction, question, fate);
        } catch (StoreException e) {
            LOG.debug("Whether a transaction of the application is over can't be found out now; it is tried again", e);
            return false;
        }
    }

    /** Whether the node has taken note of its end. */
    private static boolean end(NodeJoinedTransaction transaction, Question asked, Fate fate) {
        try {
            return transaction.end(asked, fate);
        } catch (StoreException | BrokerException e) {
            LOG.debug("What a transaction of the application has done can't be found out now; it is tried again", e);
            return false;
        }
    }

    /** Returns whether any that is not over has received from one of the entities, or sent to one. */
    public boolean anyUses(Set<Long> entityIds) {
        List.copyOf(open.values()).forEach(this::look);
        return open.values().stream().anyMatch(transaction -> transaction.uses(entityIds));
    }

    /** Whether any that is not over has removed the delivery with an id. */
    public boolean anyReceived(long deliveryId) {
        return open.values().stream().anyMatch(transaction -> transaction.hasReceived(deliveryId));
    }

    /**
     * The node is about to close: ends what is over. Returns whether anything is open, with rows that nobody else must
     * touch.
     */
    public boolean close() {
        List.copyOf(open.values()).forEach(this::look);
        return !open.isEmpty();
    }
}
