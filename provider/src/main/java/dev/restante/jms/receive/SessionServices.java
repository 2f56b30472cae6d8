package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.Usability;
import dev.restante.jms.mode.AcknowledgementMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/** The services of a session for its consumers and the messages that they have received. */
public interface SessionServices extends Usability {

    /** What it shares with the other sessions of its connection. */
    ConnectionServices connection();

    /** What it does with what it hands to its application. */
    AcknowledgementMode mode();

    /** What of it is stored apart. */
    ReceivedBodies bodies();

    /** The application receives again: see {@link AcknowledgementMode#goOn}. */
    default void goOn() {
        mode().goOn();
        bodies().goOn();
    }

    /** Whoever hands a message over is inside. */
    DeliveryGate gate();

    /** Whether the caller is a message listener of the session. */
    boolean inListener();

    /** The listener of a consumer is to look for messages. Takes no lock once the session has had a listener. */
    void wakeListener(SessionConsumer consumer);

    /** A listener is about to be called: none of the session's consumers can take anything until it returns. */
    void beginDelivery();

    /** Whether a listener is being called. */
    boolean delivers();

    /** Refuses a listener where none can be. */
    void checkListens(@Nullable MessageListener listener) throws JMSException;

    /** Refuses what makes no sense where messages are not received under a lock that can run out. */
    default void checkPeekLock(String what) throws IllegalStateException {
        if (mode().hold() != Hold.LOCK_DURATION) {
            throw new IllegalStateException(
                    what + " is for sessions with CLIENT_ACKNOWLEDGE or INDIVIDUAL_ACKNOWLEDGE; in mode "
                            + mode().code() + " messages are not received under a lock that could run out",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Refuses another form of receiving on a session whose messages come to its own listener (ASF-06). */
    void refuseOtherReceiving() throws IllegalStateException;

    /** Acknowledges one message, or what the session's mode makes of that; null for all that was consumed. */
    void acknowledge(@Nullable HeldDelivery held) throws JMSException;

    /** A message was settled by the application itself: see {@code PeekLock}. */
    void settledElsewhere(HeldDelivery held);

    /** Something was settled: a subscription whose consumer is closed may have waited for it. */
    void settled();

    /** Takes in a consumer that was opened for it. */
    <C extends SessionConsumer> C opened(C consumer) throws IllegalStateException;

    /** A consumer has ended. */
    void forget(SessionConsumer consumer);
}
