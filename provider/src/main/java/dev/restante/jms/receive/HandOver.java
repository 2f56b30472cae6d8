package dev.restante.jms.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.model.ShownText;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The hand-over of a message to the application: makes its object, or gives it back. */
final class HandOver {

    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

    private HandOver() {}

    /**
     * The message object; a message that none can be made of is given back, counted, so that it ends in the dead-letter
     * queue.
     */
    static Message view(SessionServices session, HeldDelivery held) throws JMSException {
        try {
            return MessageViews.received(session, held);
        } catch (JMSException | RuntimeException | Error broken) {
            session.connection().broker().settlement().release(List.of(held));
            throw broken;
        }
    }

    /** Calls a listener with a message, and acknowledges or returns it as the session's mode wants. */
    static void deliver(SessionServices session, HeldDelivery held, MessageListener called) throws JMSException {
        AcknowledgementMode mode = session.mode();
        Message message = view(session, held);
        if (mode.hold() == Hold.RECEIVE_AND_DELETE && held.locked()) {
            session.connection().broker().settlement().complete(List.of(held));
        }
        mode.listenerStarts(held);
        session.connection().renewals().watch(held);
        Throwable thrown = null;
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
        }
        mode.listenerEnded(held, thrown);
        session.bodies().goOn();
    }
}
