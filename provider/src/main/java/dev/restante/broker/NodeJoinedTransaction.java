package dev.restante.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.ApplicationConnection;
import dev.restante.model.Delivery;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.State;
import dev.restante.store.ApplicationTransactions.Ticket;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction of the application, and what of this node's memory depends on it.
 *
 * <p>The monitor guards everything, and is held while the application's connection works, so that nobody decides what it has done before it is done.
 */
final class NodeJoinedTransaction implements JoinedTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransaction.class);

    private final BrokerNode node;
    private final Ticket ticket;
    private final ApplicationConnection connection;
    private final long begunAtMillis;
    private final Runnable forget;

    @GuardedBy("this")
    private final List<Change> sent = new ArrayList<>();

    @GuardedBy("this")
    private final List<HeldDelivery> received = new ArrayList<>();

    /** Those whose completion failed. */
    @GuardedBy("this")
    private final List<HeldDelivery> failed = new ArrayList<>();

    @GuardedBy("this")
    private final List<Runnable> whenOver = new ArrayList<>();

    @GuardedBy("this")
    private boolean over;

    NodeJoinedTransaction(
            BrokerNode node, Ticket ticket, ApplicationConnection connection, long begunAtMillis, Runnable forget) {
        this.node = node;
        this.ticket = ticket;
        this.connection = connection;
        this.begunAtMillis = begunAtMillis;
        this.forget = forget;
    }

    Ticket ticket() {
        return ticket;
    }

    long begunAtMillis() {
        return begunAtMillis;
    }

    boolean isOn(ApplicationConnection other) {
        return connection.equals(other);
    }

    private ApplicationTransactions transactions() {
        return node.context().store().applicationTransactions();
    }

    @Override
    public synchronized void send(PreparedSend prepared) {
        checkOpen();
        PreparedSend send = node.sending().sendable(prepared);
        if (send.toTopic()) {
            throw notPossible("send to topic '" + send.target().name() + "'", "send to a queue");
        }
        if (!send.onces().isEmpty()) {
            throw notPossible(
                    "send with a duplicate id to queue '" + send.target().name()
                            + "', which would keep others with that id waiting",
                    "leave the id out, because the transaction itself happens once only");
        }
        node.guarded(() -> {
            transactions().insert(connection, send.enqueue());
            return send;
        });
        sent.add(send.enqueue());
    }

    private static BrokerException notPossible(String what, String remedy) {
        return new BrokerException(
                Reason.INVALID_ARGUMENT,
                "A transaction of the application can't " + what + "; " + remedy
                        + ", or use a transaction of the session");
    }

    @GuardedBy("this")
    private void checkOpen() {
        if (over) {
            throw new BrokerException(
                    Reason.ROLLED_BACK, "The transaction of the application ended while it was used for messages");
        }
    }

    @Override
    public synchronized void receive(HeldDelivery held) {
        checkOpen();
        if (!node.locks().beginCompleting(held)) {
            throw Refusals.lockLost(held.sequenceNumber());
        }
        if (!held.stored()) {
            // Nothing that could be rolled back: it leaves for good, as one that was handed over does (SND-05).
            node.locks().endSettling(held, true);
            return;
        }
        boolean hit;
        try {
            hit = transactions()
                    .complete(connection, new Change.Complete(held.delivery().ref()));
        } catch (StoreException e) {
            // Perhaps something of it was done; nobody must touch it before the end.
            failed.add(held);
            throw Refusals.of(e);
        }
        if (!hit) {
            node.locks().endSettling(held, false);
            throw Refusals.lockLost(held.sequenceNumber());
        }
        received.add(held);
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(held -> held.delivery().entityId() == entityId);
    }

    @Override
    public void whenOver(Runnable action) {
        synchronized (this) {
            if (!over) {
                whenOver.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void lookSoon() {
        node.joinedTransactions().lookSoon(this);
    }

    // ---- the end ----

    /** It is over. May be called by several threads. */
    void end(State state) {
        List<Runnable> actions;
        synchronized (this) {
            if (over) {
                return;
            }
            boolean committed = state == State.COMMITTED || (state == State.OVER && committed());
            over = true;
            if (committed) {
                keep();
            } else {
                giveBack(received);
            }
            giveBack(failed);
            received.clear();
            forget.run();
            actions = List.copyOf(whenOver);
        }
        actions.forEach(Runnable::run);
    }

    /** What it has removed is gone if it was committed. If it has only sent, that is there, or somebody has received it already; then nothing depends on the answer but a count. */
    @GuardedBy("this")
    private boolean committed() {
        if (!received.isEmpty()) {
            return !isThere(received.get(0).delivery());
        }
        return !sent.isEmpty()
                && sent.get(0) instanceof Change.Enqueue first
                && isThere(first.deliveries().get(0));
    }

    private boolean isThere(Delivery delivery) {
        return !node.context()
                .store()
                .inspector()
                .find(delivery.entityId(), List.of(delivery.id()))
                .isEmpty();
    }

    @GuardedBy("this")
    private void keep() {
        for (HeldDelivery held : received) {
            node.locks().endSettling(held, true);
        }
        countDown();
        if (node.context().store().traits().exclusive()) {
            forgetRows();
        }
        node.commits().stored(sent);
    }

    /** Once only: whether a failure came before or after the commit can't be told, and a message that stays too long is better than one that goes too soon. */
    @GuardedBy("this")
    private void countDown() {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (HeldDelivery held : received) {
            if (!held.delivery().ref().sole()) {
                shared.merge(held.delivery().ref().messageId(), 1, Integer::sum);
            }
        }
        try {
            if (!shared.isEmpty()) {
                transactions().countDown(shared);
            }
        } catch (StoreException e) {
            LOG.warn("The bodies of messages {} may stay in the store for good", shared.keySet(), e);
        }
    }

    /** The pipeline may still count them among those that it keeps apart: it finds that they are gone. */
    @GuardedBy("this")
    private void forgetRows() {
        List<Work> works = received.stream()
                .filter(held -> held.delivery().ref().acquisition() == 1)
                .map(held -> Work.removing(
                        held.delivery().entityId(),
                        new Change.Complete(held.delivery().ref()),
                        Operation.Misses.SKIP))
                .toList();
        Work.together(works).forEach(work -> node.commits().submit(work, Operation.Urgency.LAZY, outcome -> {}));
    }

    /** At its place, counted. */
    private void giveBack(List<HeldDelivery> back) {
        back.forEach(node.locks()::resumeLock);
        node.settlement().release(back);
    }
}
