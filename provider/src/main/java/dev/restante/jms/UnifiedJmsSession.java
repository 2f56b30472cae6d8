package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.send.QueueProducer;
import dev.restante.jms.send.TopicProducer;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** Session for queues and topics that also implements the legacy queue and topic interfaces. */
final class UnifiedJmsSession extends JmsSession implements QueueSession, TopicSession {

    UnifiedJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, AcknowledgementMode mode) {
        super(connection, owner, mode);
    }

    @Override
    public QueueReceiver createReceiver(Queue queue) throws JMSException {
        return createReceiver(queue, null);
    }

    @Override
    public QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException {
        return createQueueConsumer(queue, messageSelector);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return QueueProducer.of(core().sender(), queue);
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return createSubscriber(topic, null, false);
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        return subscribe(TopicConsumerArguments.unshared(topic, messageSelector, noLocal));
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return TopicProducer.of(core().sender(), topic);
    }
}
