package dev.restante.jms.mode;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import jakarta.jms.JMSException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Strategy interface with an implementation for each session mode, which acknowledges or recovers delivered messages
 * and adds sends to the current transaction.
 *
 * <p>Threads: the session's receiving thread and its listener thread call the mode. Any thread that closes the session
 * calls {@link #close} after both have finished.
 */
public sealed interface AcknowledgementMode
        permits AbstractAutoAcknowledgeMode,
                ClientAcknowledgeMode,
                ExternalTransactionMode,
                OptionalJdbcTransactionMode,
                ReceiveAndDeleteMode,
                TransactedMode {

    int sessionMode();

    ReceiveMode lockMode();

    /**
     * Adds a send to the current transaction.
     *
     * @return false if there is no transaction, so that the caller sends immediately
     * @throws dev.restante.broker.BrokerException with CLOSED, or ROLLED_BACK
     */
    default boolean sendInTransaction(PreparedSend send) {
        return false;
    }

    /**
     * Adds the state of a message group to the current transaction.
     *
     * @return false if there is no transaction, so that the caller writes immediately
     * @throws dev.restante.broker.BrokerException with CLOSED, or GROUP_LOST
     */
    default boolean putState(MessageGroup group, byte[] state) throws JMSException {
        return false;
    }

    /** Returns the state of a message group as the current transaction sees it. */
    default Optional<byte[]> state(MessageGroup group) {
        return group.state();
    }

    /** Returns whether listeners are allowed. Modes that use the receiving thread's transaction do not allow them. */
    default boolean supportsListeners() {
        return true;
    }

    /** Returns whether the mode can settle messages of subscriptions and temporary queues. */
    default boolean supportsSubscriptions() {
        return true;
    }

    /**
     * Acknowledges the messages that earlier receive calls returned, in an automatic mode (RCV-17). Called when the
     * application receives again. Reports failures to the exception listener only.
     */
    default void acknowledgeReturned() {}

    /**
     * Acknowledges as {@link #acknowledgeReturned}, then waits for the result. Called on recover, stop, close and
     * browse.
     */
    default void awaitReturnedAcknowledged() {
        acknowledgeReturned();
    }

    /** Rejects a receive with an attempt id if the receive would belong to an external transaction. */
    default void checkAttemptIdAllowed() throws JMSException {}

    default void beforeReceive() throws JMSException {}

    /**
     * Handles a message that a receive call is about to return. Automatic modes acknowledge it later.
     *
     * @return false if the lock is lost, so that the call must not return the message
     */
    boolean onReceived(InFlightDelivery delivery) throws JMSException;

    /** Handles a message whose body does not have the type that {@code receiveBody} requires (SIM-21, SIM-22). */
    void onUnreadableBody(InFlightDelivery delivery) throws JMSException;

    void beforeListener(InFlightDelivery delivery) throws JMSException;

    /**
     * Handles the end of a listener call.
     *
     * @param thrown the exception of the listener, or null
     */
    void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) throws JMSException;

    /**
     * Acknowledges messages as the mode specifies.
     *
     * @param delivery the delivery whose message was acknowledged, or null for all messages that the session consumed
     */
    void acknowledge(@Nullable InFlightDelivery delivery) throws JMSException;

    /** Removes a message that the application settled through {@code PeekLock}. */
    default void onSettledByApplication(InFlightDelivery delivery) {}

    /** Returns whether delivered messages of an entity can still be acknowledged or released. */
    boolean hasUnsettled(long entityId);

    /** Waits for asynchronous acknowledgements. */
    default void awaitAcknowledgements() {}

    /** Releases unacknowledged messages with a higher delivery count (ACK-08). */
    void recover() throws JMSException;

    void close() throws JMSException;
}
