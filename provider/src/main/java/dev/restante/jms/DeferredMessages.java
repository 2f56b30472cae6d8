package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.Browsed;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads and receives deferred messages (RCV-11). */
final class DeferredMessages {

    private DeferredMessages() {}

    /** Receives them by number; the session's mode treats them like any other message that a receive call returns. */
    static List<Message> receive(JmsSession session, Entity entity, Collection<Long> sequenceNumbers)
            throws JMSException {
        List<HeldDelivery> deliveries;
        try {
            deliveries = session.connection().broker().settlement().receiveDeferred(entity, sequenceNumbers);
        } catch (BrokerException refused) {
            throw session.connection().translation().of(refused);
        }
        List<Message> messages = new ArrayList<>(deliveries.size());
        for (HeldDelivery held : deliveries) {
            Message message = MessageViews.received(session, held);
            if (session.mode().received(held)) {
                session.connection().renewals().watch(held);
                messages.add(message);
            }
        }
        return messages;
    }

    /** Shows them by ascending number. */
    static List<Message> list(RestanteConnection connection, Entity entity, long afterSequenceNumber, int limit)
            throws JMSException {
        List<Browsed> page;
        try {
            page = connection.broker().settlement().listDeferred(entity, afterSequenceNumber, limit);
        } catch (BrokerException refused) {
            throw connection.translation().of(refused);
        }
        List<Message> messages = new ArrayList<>(page.size());
        for (Browsed browsed : page) {
            messages.add(MessageViews.browsed(connection, browsed));
        }
        return messages;
    }
}
