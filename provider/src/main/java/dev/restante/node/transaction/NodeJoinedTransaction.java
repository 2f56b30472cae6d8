package dev.restante.node.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.JoinedTransaction;
import dev.restante.broker.PreparedSend;
import dev.restante.model.ApplicationConnection;
import dev.restante.model.Delivery;
import dev.restante.model.ShownText;
import dev.restante.model.Uninterrupted;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.Fate;
import dev.restante.store.ApplicationTransactions.Question;
import dev.restante.store.ApplicationTransactions.State;
import dev.restante.store.ApplicationTransactions.Ticket;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction of the application, and what of this node's memory depends on it.
 *
 * <p>The monitor guards everything, and is held while the application's connection works, so that nobody decides what
 * it has done before it is done.
 */
final class NodeJoinedTransaction implements JoinedTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransaction.class);

    private static final long FIRST_LOOK_MILLIS = 10;
    private static final long LAST_LOOK_MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** Looks whether such a transaction is over. */
    interface Looking {
        void now(NodeJoinedTransaction transaction);

        void soon(NodeJoinedTransaction transaction);
    }

    private final TransactionServices services;
    private final Looking looking;
    private final Ticket ticket;
    /** Where it was used last: whoever manages the connections may close one in its middle and give out another. */
    private volatile ApplicationConnection connection;

    private final long begunAtMillis;
    private final Runnable forget;

    /** Written under the monitor; nobody writes it once it is over. */
    private final List<Delivery> sent = new ArrayList<>();

    @GuardedBy("this")
    private final List<HeldDelivery> received = new ArrayList<>();

    /** Written under the monitor; nobody writes it once it is over. */
    private final List<Runnable> whenOver = new ArrayList<>();

    @GuardedBy("this")
    private boolean over;

    /** What follows from its end has happened. */
    private final CountDownLatch followed = new CountDownLatch(1);

    /**
     * The next instant, by the steady clock, at which the node looks at the transaction unless a caller asks before.
     */
    private volatile long nextLookAtMillis;

    NodeJoinedTransaction(
            TransactionServices services,
            Looking looking,
            Ticket ticket,
            ApplicationConnection connection,
            long begunAtMillis,
            Runnable forget) {
        this.services = services;
        this.looking = looking;
        this.ticket = ticket;
        this.connection = connection;
        this.begunAtMillis = begunAtMillis;
        this.forget = forget;
        this.nextLookAtMillis = begunAtMillis + FIRST_LOOK_MILLIS;
    }

    /** What has become of it. */
    synchronized Question question() {
        return new Question(
                ticket, received.stream().map(HeldDelivery::sequenceNumber).toList());
    }

    long nextLookAtMillis() {
        return nextLookAtMillis;
    }

    /** It was open: the longer it lasts, the less often it is looked at. */
    void wasOpenAt(long nowMillis) {
        long lasts = nowMillis - begunAtMillis;
        nextLookAtMillis = nowMillis + Math.max(FIRST_LOOK_MILLIS, Math.min(lasts / 4, LAST_LOOK_MILLIS));
    }

    boolean isOn(ApplicationConnection other) {
        return connection.equals(other);
    }

    /** It was found on a connection, its former one or another. */
    void continueOn(ApplicationConnection latest) {
        connection = latest;
    }

    private ApplicationTransactions transactions() {
        return services.context().store().applicationTransactions();
    }

    @Override
    public synchronized void send(PreparedSend prepared) {
        checkOpen();
        PreparedSend send = services.sending().sendable(prepared);
        checkPossible(send);
        while (!inserted(send)) {
            services.context().registry().forgetGone(send.target().id());
            send = services.sending().sendable(prepared);
            checkPossible(send);
        }
        PreparedSend done = send;
        sent.addAll(done.enqueue().deliveries());
        whenOver.add(() -> services.bodies().ended(done));
    }

    @GuardedBy("this")
    private boolean inserted(PreparedSend send) {
        return services.life().guarded(() -> transactions().insert(connection, send.enqueue()));
    }

    private static void checkPossible(PreparedSend send) {
        if (send.toTopic()) {
            throw notPossible("send to topic '" + ShownText.of(send.target().name()) + "'", "send to a queue");
        }
        if (!send.onces().isEmpty()) {
            throw notPossible(
                    "send with a duplicate id to queue '"
                            + ShownText.of(send.target().name()) + "', which would keep others with that id waiting",
                    "leave the id out, because the transaction itself happens once only");
        }
        if (send.delivery().ref().valueKey() != null) {
            throw notPossible(
                    "send a value to queue '" + ShownText.of(send.target().name())
                            + "', which would keep others with that key waiting",
                    "leave the property out that is the queue's lastValueKey");
        }
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
        if (!services.locks().beginCompleting(held)) {
            throw Refusals.lockLost(held.sequenceNumber());
        }
        if (!held.stored()) {
            // Nothing that could be rolled back: it leaves for good, as one that was handed over does (SND-05).
            services.locks().endSettling(held, true);
            return;
        }
        // First: if it fails, something may have been done, and the end tells what.
        received.add(held);
        boolean hit;
        try {
            hit = transactions()
                    .complete(connection, new Change.Complete(held.delivery().ref()));
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
        // Whatever else the driver throws, the end tells.
        if (!hit) {
            received.remove(held);
            services.locks().endSettling(held, false);
            throw Refusals.lockLost(held.sequenceNumber());
        }
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(held -> held.delivery().entityId() == entityId);
    }

    /** Returns whether it has received from one of these entities, or sent to one, and is not over. */
    synchronized boolean uses(Set<Long> entityIds) {
        return !over
                && (entityIds.stream().anyMatch(this::hasReceivedFrom)
                        || sent.stream().anyMatch(delivery -> entityIds.contains(delivery.entityId())));
    }

    /** Whether it has removed the delivery with an id and is not over, so that nobody else must touch that. */
    synchronized boolean hasReceived(long deliveryId) {
        return received.stream().anyMatch(held -> held.sequenceNumber() == deliveryId);
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
    public void look() {
        looking.now(this);
    }

    @Override
    public void lookSoon() {
        looking.soon(this);
    }

    // ---- the end ----

    /**
     * It is over. May be called by several threads.
     *
     * @return false if the question was asked before the last receive, so that the fate of that is unknown
     */
    boolean end(Question asked, Fate fate) {
        List<HeldDelivery> back = new ArrayList<>();
        List<HeldDelivery> gone = new ArrayList<>();
        boolean first;
        synchronized (this) {
            first = !over;
            if (first && !question().deliveryIds().equals(asked.deliveryIds())) {
                return false;
            }
            over = true;
            for (HeldDelivery held : received) {
                boolean there = fate.state() == State.ROLLED_BACK || fate.left().contains(held.sequenceNumber());
                (there ? back : gone).add(held);
            }
            received.clear();
        }
        if (!first) {
            awaitFollowed();
            return true;
        }
        // Without the monitor: what comes now may wait for others.
        List<Runnable> steps = new ArrayList<>();
        steps.add(() -> keep(gone));
        if (fate.state() != State.ROLLED_BACK) {
            // Where nobody knows whether it was committed, looking for what it may have sent does no harm.
            steps.add(() -> services.commits().stored(sent));
        }
        steps.add(() -> giveBack(back));
        steps.add(forget);
        steps.addAll(whenOver);
        steps.forEach(NodeJoinedTransaction::runContained);
        followed.countDown();
        return true;
    }

    /** Somebody else was faster; whoever receives next must not overtake what he is giving back. */
    private void awaitFollowed() {
        boolean inTime = Uninterrupted.within(
                TimeUnit.MILLISECONDS.toNanos(LAST_LOOK_MILLIS),
                leftNanos -> followed.await(leftNanos, TimeUnit.NANOSECONDS));
        if (!inTime) {
            LOG.debug("The work after the end of a transaction of the application takes long");
        }
    }

    /** One step that fails must not keep the others from happening. */
    private static void runContained(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.warn("A transaction of the application is over, and something that follows from that failed", e);
        }
    }

    private void keep(List<HeldDelivery> gone) {
        for (HeldDelivery held : gone) {
            services.locks().endSettling(held, true);
        }
        countDown(gone);
        forgetValues(gone);
        if (services.context().store().traits().exclusive()) {
            forgetRows(gone);
        }
    }

    /**
     * Once only: whether a failure came before or after the commit can't be told, and a message that stays too long is
     * better than one that goes too soon.
     */
    private void countDown(List<HeldDelivery> gone) {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (HeldDelivery held : gone) {
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

    /** Not within the transaction of the application, on whose end others who send a value would wait. */
    private void forgetValues(List<HeldDelivery> gone) {
        List<Long> values = gone.stream()
                .filter(held -> held.delivery().ref().valueKey() != null)
                .map(HeldDelivery::sequenceNumber)
                .toList();
        if (!values.isEmpty()) {
            services.life().guarded(() -> {
                services.context().store().lastValues().forget(values);
                return values;
            });
        }
    }

    /** The pipeline may still count them among those that it keeps apart: it finds that they are gone. */
    private void forgetRows(List<HeldDelivery> gone) {
        List<Work> works = gone.stream()
                .filter(held -> held.delivery().ref().acquisition() == 1)
                .map(held -> Work.removing(
                        held.delivery().entityId(),
                        new Change.Complete(held.delivery().ref()),
                        Operation.Misses.SKIP))
                .toList();
        Work.together(works).forEach(work -> services.commits().submit(work, Operation.Urgency.LAZY, outcome -> {}));
    }

    /** At its place, counted. */
    private void giveBack(List<HeldDelivery> back) {
        back.forEach(services.locks()::resumeLock);
        services.settlement().release(back);
    }
}
