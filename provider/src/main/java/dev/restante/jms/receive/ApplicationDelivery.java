package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.observe.ConnectionInstrumentation;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.observe.ObservedOperation;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery of a message to the application: creates the message object and calls the listener. */
final class ApplicationDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationDelivery.class);

    private ApplicationDelivery() {}

    /**
     * Returns the message object of a delivery. Returns null for an unreadable message, which it dead-letters. On any
     * other failure it releases the delivery, whose delivery count rises.
     */
    static @Nullable Message createMessage(SessionServices session, InFlightDelivery delivery) throws JMSException {
        try {
            return createReadableMessage(session, delivery);
        } catch (JMSException | RuntimeException | Error broken) {
            session.connection().broker().settler().release(List.of(delivery));
            throw broken;
        }
    }

    /** Returns the message object like {@link #createMessage}, but leaves the delivery to the caller on failure. */
    static @Nullable Message createReadableMessage(SessionServices session, InFlightDelivery delivery)
            throws JMSException {
        try {
            return MessageObjectFactory.createReceived(session, delivery);
        } catch (BrokerException failure) {
            throw failure;
        } catch (RuntimeException unreadable) {
            LOG.warn(
                    "Message {} of {} cannot be read. Restante dead-letters it, or defers it if it is already in a"
                            + " dead-letter queue.",
                    delivery.sequenceNumber(),
                    DisplayText.quote(delivery.entity().name()),
                    unreadable);
            session.connection().broker().settler().deadLetterUnreadable(delivery);
            return null;
        }
    }

    /**
     * Reports the result of a receive call to observers.
     *
     * @param startNanos the result of {@link ConnectionInstrumentation#startReceive}
     * @param taken a message, a list of messages, or another object, which is ignored
     */
    static void reportReceived(SessionServices session, long startNanos, @Nullable Object taken) {
        if (!ConnectionInstrumentation.isObserved(startNanos)) {
            return;
        }
        List<?> all = taken instanceof List<?> several ? several : taken == null ? List.of() : List.of(taken);
        session.connection()
                .instrumentation()
                .endReceive(
                        startNanos,
                        all.stream()
                                .filter(Message.class::isInstance)
                                .map(message -> deliveryOf((Message) message))
                                .toList());
    }

    /** Returns the delivery of a received message. */
    static InFlightDelivery deliveryOf(Message message) {
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessage lockedMessage) {
            return lockedMessage.delivery();
        }
        throw new IllegalStateException("The message was not received from Restante: "
                + message.getClass().getName());
    }

    /** Calls a listener with a message, and then acknowledges or releases the message according to the session mode. */
    static void deliverToListener(SessionServices session, InFlightDelivery delivery, MessageListener called)
            throws JMSException {
        AcknowledgementMode mode = session.mode();
        Message message = createMessage(session, delivery);
        if (message == null) {
            return;
        }
        if (mode.lockMode() == ReceiveMode.RECEIVE_AND_DELETE && delivery.locked()) {
            session.connection().observedSettler().complete(List.of(delivery));
        }
        mode.beforeListener(delivery);
        ObservedOperation observed = session.connection().instrumentation().startProcessing(delivery);
        Throwable thrown = null;
        long begunNanos = System.nanoTime();
        session.gate().beginListener();
        try {
            called.onMessage(message);
        } catch (RuntimeException | Error failure) {
            thrown = failure;
            LOG.warn(
                    "A message listener of {} {} threw an exception for message {}, delivery {}",
                    delivery.entity().kind().name().toLowerCase(Locale.ROOT),
                    DisplayText.shorten(delivery.entity().name()),
                    delivery.message().header().messageId(),
                    delivery.deliveryCount(),
                    failure);
        } finally {
            CallTimeBudget.excludeSince(begunNanos);
            session.gate().endListener();
        }
        if (observed != null) {
            observed.callReturned();
            observed.ended(thrown);
        }
        mode.afterListener(delivery, thrown);
        session.largeBodies().closeSettled();
    }
}
