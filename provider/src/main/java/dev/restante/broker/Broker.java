package dev.restante.broker;

import dev.restante.broker.view.Browsed;
import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One node on one store: what the Jakarta Messaging layer and the administration speak to. Thread-safe. */
public interface Broker extends Administration, AutoCloseable {

    /**
     * Looks whether the node works and may change anything.
     *
     * <p>Waits, within the store time-out, for a node that was declared dead and joins anew.
     *
     * @throws BrokerException with CLOSED, or NODE_FENCED if it was declared dead and can't join anew now (RCV-20)
     */
    void checkAlive();

    /** Whether the node was declared dead and stays so, because nobody else may have its store. */
    boolean isDead();

    /** Topics, subscriptions and temporary destinations. */
    Subscriptions subscriptions();

    /**
     * Returns the store's clock in epoch milliseconds. A send is computed from one reading of it, which its headers
     * show.
     */
    long nowMillis();

    /** Returns the store's clock, and the steady clock by which locks end. */
    TimeSource time();

    /**
     * The calling thread begins a call of an application that may wait for the store several times: together they take
     * no longer than one may (RCV-19), until the bound is closed.
     */
    CallBound bounded();

    /** Returns the refusal that a failure of the store stands for; null if the failure is of another kind. */
    @Nullable
    BrokerException refusalOf(RuntimeException failure);

    /** Sends outside transactions. */
    Sending sending();

    /** Bodies that are stored apart. */
    LargeBodies largeBodies();

    /**
     * Prepares the rest of the way of an expired message from the queue where it waits for others to take part in it
     * (TTL-19): to where dead letters go of the entity in which it expired, or if that is gone, of the queue where it
     * waits. It becomes effective when it is sent in the transaction that completes what was received.
     *
     * @param held the message where it waits
     * @param remark follows the description of why it is dead-lettered; or null
     * @throws BrokerException with ENTITY_NOT_FOUND if there is no such queue any more
     */
    PreparedSend prepareExpired(HeldDelivery held, @Nullable String remark);

    /** A new, empty unit of work. */
    UnitOfWork newUnitOfWork();

    /** Distributed transactions. */
    @Override
    TransactionBranches branches();

    /** Transactions of the application in which sends and receives of this node take part. */
    JoinedTransactions joinedTransactions();

    /**
     * Opens a receiver.
     *
     * @param wakeUp see {@link Receiver}
     * @throws BrokerException with INVALID_ARGUMENT for {@code UNTIL_SETTLED} on an entity with lock duration zero
     *     (VIS-01)
     */
    Receiver openReceiver(Entity entity, ReceiverOptions options, WakeUp wakeUp);

    /** What receivers do with what they hold. */
    Settlement settlement();

    /**
     * Completes it later (RCV-17): when the caller says so, where another receiver waits behind it, when the node is
     * closed, and by itself after 1 s or a third of the entity's lock duration, whichever is less. If the store fails
     * then, it is tried again until the lock is lost.
     *
     * @param whenDone told once, on any thread: null, or why the first try has failed; must not block
     */
    Lingering linger(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone);

    /** Messages that were set aside (RCV-11). */
    DeferredMessages deferredMessages();

    /** Receives that can be repeated (VIS-09). */
    ReceiveAttempts receiveAttempts();

    /** Accepts message groups. */
    MessageGroups messageGroups();

    /**
     * Messages of a queue in retrieval order, without locking them; scheduled and deferred ones are not shown.
     *
     * @param after the last of the page before, or null for the first page
     * @return at most so many as the limit says; fewer are the last page
     */
    List<Browsed> browse(Entity entity, @Nullable Delivery after, int limit);

    /** Tells when something went wrong that no caller can be told of, such as a lost store. */
    void addProblemListener(Consumer<BrokerException> listener);

    void removeProblemListener(Consumer<BrokerException> listener);

    /** Gives back what the node has acquired, uncounted, and leaves the store. */
    @Override
    void close();
}
