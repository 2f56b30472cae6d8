package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.observe.Operations;
import dev.restante.model.CallBound;
import dev.restante.model.ShownText;
import dev.restante.observe.ObservedOperation;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The hand-over of a message to the application: makes its object, or gives it back. */
final class HandOver {

    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

    private HandOver() {}

    /**
     * Returns the message object of a delivery; null for a message of which none can be made, which has been
     * dead-lettered. If the store fails, the delivery is given back, counted.
     */
    static @Nullable Message view(SessionServices session, HeldDelivery held) throws JMSException {
        try {
            return viewOfReadable(session, held);
        } catch (JMSException | RuntimeException | Error broken) {
            session.connection().broker().settlement().release(List.of(held));
            throw broken;
        }
    }

    /** Does the same, but leaves the delivery with the caller if the store fails. */
    static @Nullable Message viewOfReadable(SessionServices session, HeldDelivery held) throws JMSException {
        try {
            return MessageViews.received(session, held);
        } catch (BrokerException failure) {
            throw failure;
        } catch (RuntimeException unreadable) {
            LOG.warn(
                    "Message {} of {} can't be read, and is dead-lettered; if that is a dead-letter queue, it is"
                            + " deferred there",
                    held.sequenceNumber(),
                    ShownText.quoted(held.entity().name()),
                    unreadable);
            session.connection().broker().settlement().deadLetterUnreadable(held);
            return null;
        }
    }

    /**
     * Observers hear that a receive call is about to return.
     *
     * @param startNanos from {@link Operations#receiving}
     * @param taken a message or a list of them; whatever else is nothing that an application gets
     */
    static void received(SessionServices session, long startNanos, @Nullable Object taken) {
        if (!Operations.observed(startNanos)) {
            return;
        }
        List<?> all = taken instanceof List<?> several ? several : taken == null ? List.of() : List.of(taken);
        session.connection()
                .operations()
                .received(
                        startNanos,
                        all.stream()
                                .filter(Message.class::isInstance)
                                .map(message -> held((Message) message))
                                .toList());
    }

    /** The hold of a message that was received here. */
    static HeldDelivery held(Message message) {
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessageAccess access) {
            return access.held();
        }
        throw new IllegalStateException("not received: " + message.getClass().getName());
    }

    /** Calls a listener with a message, and acknowledges or returns it as the session's mode wants. */
    static void deliver(SessionServices session, HeldDelivery held, MessageListener called) throws JMSException {
        AcknowledgementMode mode = session.mode();
        Message message = view(session, held);
        if (message == null) {
            return;
        }
        if (mode.hold() == Hold.RECEIVE_AND_DELETE && held.locked()) {
            session.connection().operations().settlement().complete(List.of(held));
        }
        mode.listenerStarts(held);
        session.connection().renewals().watch(held);
        ObservedOperation observed = session.connection().operations().processing(held);
        Throwable thrown = null;
        long begunNanos = System.nanoTime();
        session.gate().beginListener();
        try {
            called.onMessage(message);
        } catch (RuntimeException | Error failure) {
            thrown = failure;
            LOG.warn(
                    "A message listener of {} {} threw on message {}, delivery {}",
                    held.entity().kind().name().toLowerCase(Locale.ROOT),
                    ShownText.of(held.entity().name()),
                    held.message().head().messageId(),
                    held.deliveryCount(),
                    failure);
        } finally {
            CallBound.leaveOut(begunNanos);
            session.gate().endListener();
        }
        if (observed != null) {
            observed.leave();
            observed.end(thrown);
        }
        mode.listenerEnded(held, thrown);
        session.bodies().goOn();
    }
}
