package dev.restante.node.feature.transactions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.JoinedTransaction;
import dev.restante.broker.PreparedSend;
import dev.restante.model.ApplicationConnection;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.ApplicationTransactions.ApplicationTransactionState;
import dev.restante.store.ApplicationTransactions.Ticket;
import dev.restante.store.ApplicationTransactions.TransactionOutcome;
import dev.restante.store.ApplicationTransactions.TransactionQuery;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
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
 * JDBC transaction of the application to which this node adds sends and receives, and whose end it detects.
 *
 * <p>The monitor guards all fields. It is held while the connection of the application executes statements, so that no
 * end check can interfere with them.
 */
final class NodeJoinedTransaction implements JoinedTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(NodeJoinedTransaction.class);

    private static final long FIRST_LOOK_MILLIS = 10;
    private static final long LAST_LOOK_MILLIS = TimeUnit.SECONDS.toMillis(1);

    interface OutcomeChecker {
        void check(NodeJoinedTransaction transaction);

        void checkSoon(NodeJoinedTransaction transaction);
    }

    private final TransactionServices services;
    private final OutcomeChecker checker;
    private final Ticket ticket;
    /**
     * Last connection on which the transaction was found. A connection pool may close a handle during the transaction
     * and provide another one.
     */
    private volatile ApplicationConnection connection;

    private final long begunAtMillis;
    private final Runnable onRemoved;

    /** Sent deliveries, written under the monitor and constant after the end of the transaction. */
    private final List<Delivery> sent = new ArrayList<>();

    @GuardedBy("this")
    private final List<InFlightDelivery> received = new ArrayList<>();

    /** Actions for the end, written under the monitor and constant after the end of the transaction. */
    private final List<Runnable> endActions = new ArrayList<>();

    @GuardedBy("this")
    private boolean ended;

    /** Latch that opens after the work of {@link #end}. */
    private final CountDownLatch endHandled = new CountDownLatch(1);

    /** Time of the monotonic clock of the next periodic end check, in milliseconds. */
    private volatile long nextCheckMillis;

    NodeJoinedTransaction(
            TransactionServices services,
            OutcomeChecker checker,
            Ticket ticket,
            ApplicationConnection connection,
            long begunAtMillis,
            Runnable onRemoved) {
        this.services = services;
        this.checker = checker;
        this.ticket = ticket;
        this.connection = connection;
        this.begunAtMillis = begunAtMillis;
        this.onRemoved = onRemoved;
        this.nextCheckMillis = begunAtMillis + FIRST_LOOK_MILLIS;
    }

    synchronized TransactionQuery query() {
        return new TransactionQuery(
                ticket, received.stream().map(InFlightDelivery::sequenceNumber).toList());
    }

    long nextCheckMillis() {
        return nextCheckMillis;
    }

    /** Schedules the next end check. Long transactions are checked less often. */
    void scheduleNextCheck(long nowMillis) {
        long lasts = nowMillis - begunAtMillis;
        nextCheckMillis = nowMillis + Math.max(FIRST_LOOK_MILLIS, Math.min(lasts / 4, LAST_LOOK_MILLIS));
    }

    boolean isOnConnection(ApplicationConnection other) {
        return connection.equals(other);
    }

    void moveTo(ApplicationConnection latest) {
        connection = latest;
    }

    private ApplicationTransactions transactions() {
        return services.node().store().applicationTransactions();
    }

    @Override
    public synchronized void send(PreparedSend prepared) {
        checkOpen();
        PreparedSend send = services.messageSender().withCurrentTarget(prepared);
        checkPossible(send);
        while (!inserted(send)) {
            services.node().registry().removeDeleted(send.target().id());
            send = services.messageSender().withCurrentTarget(prepared);
            checkPossible(send);
        }
        PreparedSend done = send;
        sent.addAll(done.enqueue().deliveries());
        endActions.add(() -> services.bodies().sendEnded(done));
    }

    @GuardedBy("this")
    private boolean inserted(PreparedSend send) {
        return services.node().lifecycle().callStore(() -> transactions().insert(connection, send.enqueue()));
    }

    private static void checkPossible(PreparedSend send) {
        if (send.fansOut()) {
            throw notPossible(
                    "send to topic '" + DisplayText.shorten(send.target().name()) + "'", "Send to a queue");
        }
        if (!send.duplicateIdChecks().isEmpty()) {
            throw notPossible(
                    "send with a duplicate id to queue '"
                            + DisplayText.shorten(send.target().name())
                            + "' because it would block other sends with this id",
                    "Leave out the id, which a transaction does not need");
        }
        if (send.delivery().ref().valueKey() != null) {
            throw notPossible(
                    "send a message with a last-value key to queue '"
                            + DisplayText.shorten(send.target().name())
                            + "' because it would block other sends with this key",
                    "Leave out the property that the option lastValueKey of the queue names");
        }
    }

    private static BrokerException notPossible(String what, String remedy) {
        return new BrokerException(
                BrokerErrorReason.INVALID_ARGUMENT,
                "An application transaction cannot " + what + ". " + remedy + ", or use a session transaction.");
    }

    @GuardedBy("this")
    private void checkOpen() {
        if (ended) {
            throw new BrokerException(
                    BrokerErrorReason.ROLLED_BACK,
                    "The application transaction ended while a session used it for messages");
        }
    }

    @Override
    public synchronized void complete(InFlightDelivery delivery) {
        checkOpen();
        if (!services.node().locks().beginCompleting(delivery)) {
            throw services.node().lockLost(delivery);
        }
        if (!delivery.hasRow()) {
            // A message without a row cannot be rolled back: its completion is immediate and final (SND-05).
            services.node().locks().endSettling(delivery, true);
            return;
        }
        // Added before the statement: if the statement fails, the end check finds out whether it had an effect.
        received.add(delivery);
        boolean hit;
        try {
            hit = transactions()
                    .complete(
                            connection, new Change.Complete(delivery.delivery().ref()));
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
        // The end check also covers other exceptions of the driver.
        if (!hit) {
            received.remove(delivery);
            services.node().locks().endSettling(delivery, false);
            throw services.node().lockLost(delivery);
        }
    }

    @Override
    public synchronized boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(delivery -> delivery.delivery().entityId() == entityId);
    }

    /** Returns whether the open transaction has received from or sent to an entity. */
    synchronized boolean uses(Set<Long> entityIds) {
        return !ended
                && (entityIds.stream().anyMatch(this::hasReceivedFrom)
                        || sent.stream().anyMatch(delivery -> entityIds.contains(delivery.entityId())));
    }

    /** Returns whether the open transaction has removed a delivery, which the node must not modify then. */
    synchronized boolean hasReceived(long deliveryId) {
        return received.stream().anyMatch(delivery -> delivery.sequenceNumber() == deliveryId);
    }

    @Override
    public void onEnd(Runnable action) {
        synchronized (this) {
            if (!ended) {
                endActions.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void checkEnded() {
        checker.check(this);
    }

    @Override
    public void scheduleEndCheck() {
        checker.checkSoon(this);
    }

    /**
     * Processes the end of the transaction. Several threads may call this method.
     *
     * @return false if the query was made before the last receive, so that its outcome is unknown
     */
    boolean end(TransactionQuery query, TransactionOutcome outcome) {
        List<InFlightDelivery> back = new ArrayList<>();
        List<InFlightDelivery> gone = new ArrayList<>();
        boolean first;
        synchronized (this) {
            first = !ended;
            if (first && !query().deliveryIds().equals(query.deliveryIds())) {
                return false;
            }
            ended = true;
            for (InFlightDelivery delivery : received) {
                boolean there = outcome.state() == ApplicationTransactionState.ROLLED_BACK
                        || outcome.remainingDeliveries().contains(delivery.sequenceNumber());
                (there ? back : gone).add(delivery);
            }
            received.clear();
        }
        if (!first) {
            awaitEndHandled();
            return true;
        }
        // The next steps run without the monitor, because they may wait for other threads.
        List<Runnable> steps = new ArrayList<>();
        steps.add(() -> settleRemoved(gone));
        if (outcome.state() != ApplicationTransactionState.ROLLED_BACK) {
            // If the outcome is unknown, the search for sent messages does no harm.
            steps.add(() -> services.node().committer().notifyStoredByApplication(sent));
        }
        steps.add(() -> release(back));
        steps.add(onRemoved);
        steps.addAll(endActions);
        steps.forEach(NodeJoinedTransaction::runContained);
        endHandled.countDown();
        return true;
    }

    /** Waits until another thread has processed the end, so that released messages are received before later ones. */
    private void awaitEndHandled() {
        boolean inTime = Uninterruptibles.await(
                TimeUnit.MILLISECONDS.toNanos(LAST_LOOK_MILLIS),
                leftNanos -> endHandled.await(leftNanos, TimeUnit.NANOSECONDS));
        if (!inTime) {
            LOG.debug("The processing of an ended application transaction is slow");
        }
    }

    /** Runs a step and logs its failure, so that the other steps still run. */
    private static void runContained(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.warn("A step after the end of an application transaction failed. The next steps continue.", e);
        }
    }

    private void settleRemoved(List<InFlightDelivery> gone) {
        for (InFlightDelivery delivery : gone) {
            services.node().locks().endSettling(delivery, true);
        }
        countDownShared(gone);
        removeValues(gone);
        if (services.node().store().capabilities().exclusive()) {
            removePipelineRows(gone);
        }
    }

    /**
     * Decrements the delivery counts of shared messages, without a retry. After a failure the outcome is unknown, and a
     * message that stays forever is better than a message that is deleted too early.
     */
    private void countDownShared(List<InFlightDelivery> gone) {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (InFlightDelivery delivery : gone) {
            if (!delivery.delivery().ref().onlyDelivery()) {
                shared.merge(delivery.delivery().ref().messageId(), 1, Integer::sum);
            }
        }
        try {
            if (!shared.isEmpty()) {
                transactions().decrementDeliveryCounts(shared);
            }
        } catch (StoreException e) {
            LOG.warn(
                    "The bodies of messages {} may stay in the store forever because their delivery counts were not"
                            + " decremented",
                    shared.keySet(),
                    e);
        }
    }

    /**
     * Removes last-value entries outside the application transaction, because senders of the same values would wait for
     * its end.
     */
    private void removeValues(List<InFlightDelivery> gone) {
        List<Long> values = gone.stream()
                .filter(delivery -> delivery.delivery().ref().valueKey() != null)
                .map(InFlightDelivery::sequenceNumber)
                .toList();
        if (!values.isEmpty()) {
            services.node().lifecycle().callStore(() -> {
                services.node().store().lastValues().remove(values);
                return values;
            });
        }
    }

    /**
     * Completes the deliveries through the pipeline, too, which may still have them in its table of direct deliveries.
     */
    private void removePipelineRows(List<InFlightDelivery> gone) {
        List<ChangeSet> changeSets = gone.stream()
                .filter(delivery -> delivery.delivery().ref().acquisitionCount() == 1)
                .map(delivery -> ChangeSet.withoutArrivals(
                        delivery.delivery().entityId(),
                        new Change.Complete(delivery.delivery().ref()),
                        MissedFencePolicy.SKIP_CHANGE))
                .toList();
        ChangeSet.mergedByEntity(changeSets)
                .forEach(changeSet ->
                        services.node().committer().submit(changeSet, Operation.OperationUrgency.LAZY, outcome -> {}));
    }

    /** Releases deliveries to their old positions with higher delivery counts. */
    private void release(List<InFlightDelivery> back) {
        back.forEach(services.node().locks()::resumeLock);
        services.settler().release(back);
    }
}
