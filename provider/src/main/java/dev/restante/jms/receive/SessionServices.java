package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.UsabilityCheck;
import dev.restante.jms.mode.AcknowledgementMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/**
 * Interface with which consumers and received messages call their session, for example to acknowledge a message or to
 * check the delivery gate.
 */
public interface SessionServices extends UsabilityCheck {

    ConnectionServices connection();

    AcknowledgementMode mode();

    ReceivedLargeBodies largeBodies();

    /** Completes earlier messages before the next receive, see {@link AcknowledgementMode#acknowledgeReturned}. */
    default void beforeNextReceive() {
        mode().acknowledgeReturned();
        largeBodies().closeSettled();
    }

    /** Returns the gate inside which messages are delivered. */
    DeliveryGate gate();

    /** Returns whether the caller is a message listener of the session. */
    boolean isOnListenerThread();

    /** Queues a consumer for the listener pump. Takes no lock once the session has had a listener. */
    void wakeListener(SessionConsumer consumer);

    /** Marks the consumers of the session as busy before a listener is called. */
    void beforeListenerCall();

    boolean isInListenerCall();

    /** Rejects a listener where the API forbids it. */
    void checkListenerAllowed(@Nullable MessageListener listener) throws JMSException;

    /** Rejects a call that requires locks with a duration if the session mode has none. */
    default void checkPeekLock(String what) throws IllegalStateException {
        if (mode().lockMode() != ReceiveMode.LOCK_DURATION) {
            throw new IllegalStateException(
                    what + " requires a session with CLIENT_ACKNOWLEDGE or INDIVIDUAL_ACKNOWLEDGE. In session"
                            + " mode " + mode().sessionMode() + " messages have no lock that can expire.",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Rejects consumers' receive calls while the session has a listener of its own (ASF-06). */
    void rejectConsumerReceive() throws IllegalStateException;

    /** Acknowledges a message and, depending on the session mode, further messages; null for all consumed messages. */
    void acknowledge(@Nullable InFlightDelivery delivery) throws JMSException;

    /** Notes that the application itself settled a message, see {@code PeekLock}. */
    void onSettledByApplication(InFlightDelivery delivery);

    /** Closes subscriptions of closed consumers that waited for the settlement of their messages. */
    void afterSettlement();

    /** Registers an open consumer. */
    <C extends SessionConsumer> C register(C consumer) throws IllegalStateException;

    void unregister(SessionConsumer consumer);
}
