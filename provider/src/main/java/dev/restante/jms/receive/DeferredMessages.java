package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.Browsed;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and receives deferred messages (RCV-11). */
public final class DeferredMessages {

    private static final Logger LOG = LoggerFactory.getLogger(DeferredMessages.class);

    private DeferredMessages() {}

    /** Receives them by number for the session itself. */
    public static List<Message> receive(
            SessionServices session, Entity entity, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration)
            throws JMSException {
        ReceiverOptions receiver = new ReceiverOptions(session.mode().hold(), null, session);
        return receive(session, entity, sequenceNumbers, receiver, lockDuration);
    }

    /**
     * Receives them by number; the session's mode treats them like any other message that a receive call returns. Where
     * a mode that acknowledges by itself fails to after others were acknowledged, these are returned, or nobody would
     * ever get them; the rest is deferred as before.
     *
     * @param receiver who asks
     */
    static List<Message> receive(
            SessionServices session,
            Entity entity,
            Collection<Long> sequenceNumbers,
            ReceiverOptions receiver,
            @Nullable Duration lockDuration)
            throws JMSException {
        if (lockDuration != null) {
            session.checkPeekLock("A lock duration");
        }
        session.goOn();
        long startNanos = session.connection().operations().receiving();
        List<HeldDelivery> deliveries = session.connection()
                .broker()
                .deferredMessages()
                .receive(entity, sequenceNumbers, receiver, lockDuration);
        List<Message> messages = new ArrayList<>(deliveries.size());
        for (int i = 0; i < deliveries.size(); i++) {
            HeldDelivery held = deliveries.get(i);
            try {
                Message message = HandOver.viewOfReadable(session, held);
                if (message != null && session.mode().received(held)) {
                    session.connection().renewals().watch(held);
                    messages.add(message);
                }
            } catch (JMSException | RuntimeException failure) {
                deferAgain(session, deliveries.subList(i, deliveries.size()), failure);
                if (messages.isEmpty()) {
                    throw failure;
                }
                LOG.warn(
                        "Of {} deferred messages of queue {} only {} could be received",
                        deliveries.size(),
                        ShownText.of(entity.name()),
                        messages.size(),
                        failure);
                break;
            }
        }
        HandOver.received(session, startNanos, messages);
        return messages;
    }

    private static void deferAgain(SessionServices session, List<HeldDelivery> rest, Exception failure) {
        try {
            session.connection().broker().settlement().giveBack(rest);
        } catch (BrokerException again) {
            failure.addSuppressed(again);
        }
    }

    /** Shows them by ascending number. */
    public static List<Message> list(ConnectionServices connection, Entity entity, long afterSequenceNumber, int limit)
            throws JMSException {
        List<Browsed> page = connection.broker().deferredMessages().list(entity, afterSequenceNumber, limit);
        List<Message> messages = new ArrayList<>(page.size());
        for (Browsed browsed : page) {
            Message message = MessageViews.browsed(connection, browsed);
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }
}
