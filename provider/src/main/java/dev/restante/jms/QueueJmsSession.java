package dev.restante.jms;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import org.jspecify.annotations.Nullable;

/** A session of the legacy queue API: it refuses what is about topics (EXC-02). */
final class QueueJmsSession extends JmsSession implements QueueSession {

    QueueJmsSession(RestanteConnection connection, AcknowledgementMode mode) {
        super(connection, mode);
    }

    @Override
    public QueueReceiver createReceiver(Queue queue) throws JMSException {
        return createConsumer(queue);
    }

    @Override
    public QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException {
        return createConsumer(queue, messageSelector);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return createProducer(queue);
    }

    @Override
    JMSException topicRefusal(String feature) {
        return new IllegalStateException("A queue session does not offer " + feature, ErrorCodes.ILLEGAL_STATE);
    }
}
