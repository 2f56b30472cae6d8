package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Functions that receive deferred messages, which are available only by sequence number, or list them without locking
 * (RCV-11).
 */
public final class JmsDeferredReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(JmsDeferredReceiver.class);

    private JmsDeferredReceiver() {}

    /** Receives deferred messages by sequence number for a session without a consumer. */
    public static List<Message> receive(
            SessionServices session, Entity entity, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration)
            throws JMSException {
        ReceiverOptions receiverOptions = new ReceiverOptions(session.mode().lockMode(), null, session);
        return receive(session, entity, sequenceNumbers, receiverOptions, lockDuration);
    }

    /**
     * Receives deferred messages by sequence number, and applies the session mode as after any receive call.
     *
     * <p>If the automatic acknowledgement of a message fails, the call returns the messages that were acknowledged
     * before. All later messages are deferred again.
     *
     * @param receiverOptions the lock mode, selector and group participant
     */
    static List<Message> receive(
            SessionServices session,
            Entity entity,
            Collection<Long> sequenceNumbers,
            ReceiverOptions receiverOptions,
            @Nullable Duration lockDuration)
            throws JMSException {
        if (lockDuration != null) {
            session.checkPeekLock("A lock duration");
        }
        session.beforeNextReceive();
        long startNanos = session.connection().instrumentation().startReceive();
        List<InFlightDelivery> deliveries = session.connection()
                .broker()
                .deferredMessages()
                .receive(entity, sequenceNumbers, receiverOptions, lockDuration);
        List<Message> messages = new ArrayList<>(deliveries.size());
        for (int i = 0; i < deliveries.size(); i++) {
            InFlightDelivery delivery = deliveries.get(i);
            try {
                Message message = ApplicationDelivery.createReadableMessage(session, delivery);
                if (message != null && session.mode().onReceived(delivery)) {
                    messages.add(message);
                }
            } catch (JMSException | RuntimeException failure) {
                returnToDeferred(session, deliveries.subList(i, deliveries.size()), failure);
                if (messages.isEmpty()) {
                    throw failure;
                }
                LOG.warn(
                        "A receive of {} deferred messages from queue {} returned only {} messages. The remaining"
                                + " messages"
                                + " stay deferred.",
                        deliveries.size(),
                        DisplayText.shorten(entity.name()),
                        messages.size(),
                        failure);
                break;
            }
        }
        ApplicationDelivery.reportReceived(session, startNanos, messages);
        return messages;
    }

    private static void returnToDeferred(SessionServices session, List<InFlightDelivery> rest, Exception failure) {
        try {
            session.connection().broker().settler().returnUndelivered(rest);
        } catch (BrokerException again) {
            failure.addSuppressed(again);
        }
    }

    /** Returns deferred messages by ascending sequence number without locking them. */
    public static List<Message> list(ConnectionServices connection, Entity entity, long afterSequenceNumber, int limit)
            throws JMSException {
        List<BrowsedMessage> page = connection.broker().deferredMessages().list(entity, afterSequenceNumber, limit);
        List<Message> messages = new ArrayList<>(page.size());
        for (BrowsedMessage browsedMessage : page) {
            Message message = MessageObjectFactory.createBrowsedOrNull(connection, browsedMessage);
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }
}
