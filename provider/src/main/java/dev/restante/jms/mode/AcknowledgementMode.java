package dev.restante.jms.mode;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.Hold;
import jakarta.jms.JMSException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgement mode of a session: settles the messages that it hands to its application. There is one
 * implementation for each session mode.
 *
 * <p>Called by the session's receiving thread and its listener thread, and {@link #close} by whichever thread closes
 * the session, after those have left.
 */
public sealed interface AcknowledgementMode
        permits AutomaticMode, ClientMode, ControlledMode, MixedMode, ReceiveAndDeleteMode, TransactedMode {

    /** What {@code getAcknowledgeMode} says. */
    int code();

    /** Under what lock its consumers hold messages. */
    Hold hold();

    /**
     * Takes a send into the current transaction.
     *
     * @return false if there is none, so that it is to be sent at once
     * @throws dev.restante.broker.BrokerException with CLOSED, or ROLLED_BACK
     */
    default boolean send(PreparedSend send) {
        return false;
    }

    /**
     * Takes the state of a message group into the current transaction.
     *
     * @return false if there is none, so that it is to be written at once
     * @throws dev.restante.broker.BrokerException with CLOSED, or GROUP_LOST
     */
    default boolean putState(MessageGroup group, byte[] state) throws JMSException {
        return false;
    }

    /** The state of a message group as the current transaction sees it. */
    default Optional<byte[]> state(MessageGroup group) {
        return group.state();
    }

    /**
     * Whether messages can be pushed to listeners: not where the transaction of the thread that receives them counts.
     */
    default boolean listens() {
        return true;
    }

    /** Whether it can take messages of subscriptions and temporary queues. */
    default boolean subscribes() {
        return true;
    }

    /**
     * The application receives again: what earlier receive calls have returned is acknowledged where the session does
     * so by itself (RCV-17). Never fails: the exception listener hears of it.
     */
    default void goOn() {}

    /** The same where the application ends, stops or looks around: returns after the store has it, or has failed. */
    default void settleReturned() {
        goOn();
    }

    /** Refuses a receive with an attempt id where somebody else's transaction would have what it returns. */
    default void checkAttempts() throws JMSException {}

    /** The next message is about to be asked for. */
    default void beforeReceive() throws JMSException {}

    /**
     * A receive call is about to return a message; in the automatic modes it is acknowledged when the application goes
     * on.
     *
     * @return false if the lock is gone, so that the message must not be returned
     */
    boolean received(HeldDelivery held) throws JMSException;

    /** The body of a message was not what {@code receiveBody} asked for (SIM-21, SIM-22). */
    void unreadable(HeldDelivery held) throws JMSException;

    /** A listener is about to be called. */
    void listenerStarts(HeldDelivery held) throws JMSException;

    /**
     * A listener has returned, or thrown.
     *
     * @param thrown what it threw, or null
     */
    void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) throws JMSException;

    /**
     * Acknowledges as the mode wants it.
     *
     * @param held of the message that was asked to acknowledge itself, or null for all that the session consumed
     */
    void acknowledge(@Nullable HeldDelivery held) throws JMSException;

    /** A message was settled by the application itself: see {@code PeekLock}. */
    default void settledElsewhere(HeldDelivery held) {}

    /** Whether messages of the entity with an id were handed over and can still be acknowledged or given back. */
    boolean unsettled(long entityId);

    /** Waits for what it completes without anybody waiting. */
    default void awaitCompletions() {}

    /** Gives back, counted, what is not acknowledged (ACK-08). */
    void recover() throws JMSException;

    /** The session ends. */
    void close() throws JMSException;
}
