package dev.restante.broker;

import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Interface of a node (one JVM that has the store open), through which the Jakarta Messaging layer sends, receives and
 * settles messages. Thread-safe.
 */
public interface Broker extends BrokerAdministration, AutoCloseable {

    /**
     * Checks that the node is alive and may write to the store.
     *
     * <p>A node that was declared dead and is rejoining blocks this call for up to the store timeout.
     *
     * @throws BrokerException with CLOSED, or NODE_FENCED if the node was declared dead and cannot rejoin now (RCV-20)
     */
    void checkAlive();

    /** Returns whether the node was declared dead and cannot rejoin, because its store admits only one node. */
    boolean isPermanentlyFenced();

    SubscriptionRegistry subscriptions();

    /** Returns the store time in epoch milliseconds. Each send reads it once for all its headers. */
    long nowMillis();

    /** Returns the store clock together with the monotonic clock, which ends the locks. */
    TimeSource time();

    /**
     * Starts the time budget for one application call, which limits all waits of the calling thread on the store until
     * the budget is closed (RCV-19).
     */
    CallTimeBudget beginCall();

    /** Returns the broker exception for a failure of the store; null for other failures. */
    @Nullable
    BrokerException toBrokerException(RuntimeException failure);

    MessageSender sender();

    LargeBodyStorage largeBodyStorage();

    /**
     * Prepares the dead letter of an expired message that waits in a queue for expiry participants (TTL-19).
     *
     * <p>The dead letter goes to the dead-letter target of the entity in which the message expired. If that entity is
     * gone, it goes to the dead-letter target of the queue in which the message waits. The caller sends the dead letter
     * in the transaction that completes the waiting message.
     *
     * @param delivery the waiting message
     * @param descriptionSuffix the text to append to the dead-letter description; or null
     * @throws BrokerException with ENTITY_NOT_FOUND if there is no dead-letter target
     */
    PreparedSend prepareDeadLetterOfExpired(InFlightDelivery delivery, @Nullable String descriptionSuffix);

    UnitOfWork newUnitOfWork();

    @Override
    TransactionBranches branches();

    JoinedTransactions joinedTransactions();

    /**
     * Opens a receiver.
     *
     * @param wakeUpListener see {@link Receiver}
     * @throws BrokerException with INVALID_ARGUMENT for {@code UNTIL_SETTLED} on an entity with lock duration zero
     *     (VIS-01)
     */
    Receiver openReceiver(Entity entity, ReceiverOptions options, WakeUpListener wakeUpListener);

    DeliverySettler settler();

    /**
     * Delays the completion of a delivery (RCV-17).
     *
     * <p>The node completes the delivery when the caller asks for it, another receiver waits behind it, the node closes
     * or the delay ends. The delay is one second, or a third of the lock duration if that is shorter. If the store
     * fails, the node retries until the lock is lost.
     *
     * @param onCompletion called once, on any thread, with null or the failure of the first attempt; must not block
     */
    DelayedCompletion completeLater(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onCompletion);

    /** Returns the access to deferred messages (RCV-11). */
    DeferredMessages deferredMessages();

    /** Returns the access to repeatable receives (VIS-09). */
    ReceiveAttempts receiveAttempts();

    MessageGroups messageGroups();

    /**
     * Returns messages of a queue in retrieval order without locking them. Scheduled and deferred messages are omitted.
     *
     * @param after the last delivery of the previous page, or null for the first page
     * @return at most {@code limit} messages; fewer on the last page
     */
    List<BrowsedMessage> browse(Entity entity, @Nullable Delivery after, int limit);

    /** Adds a listener for failures that no caller can receive, such as a lost store. */
    void addErrorListener(Consumer<BrokerException> listener);

    void removeErrorListener(Consumer<BrokerException> listener);

    /**
     * Closes the node: returns acquired deliveries to the store with unchanged delivery counts, and leaves the store.
     */
    @Override
    void close();
}
