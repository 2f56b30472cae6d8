package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.send.QueueProducer;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import org.jspecify.annotations.Nullable;

/** Session of the legacy queue API, which rejects topic operations (EXC-02). */
sealed class QueueJmsSession extends JmsSession implements QueueSession permits XaQueueJmsSession {

    QueueJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, AcknowledgementMode mode) {
        super(connection, owner, mode, MessagingDomain.QUEUES);
    }

    @Override
    public final QueueReceiver createReceiver(Queue queue) throws JMSException {
        return createReceiver(queue, null);
    }

    @Override
    public final QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException {
        return createQueueConsumer(queue, messageSelector);
    }

    @Override
    public final QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return QueueProducer.of(core().sender(), queue);
    }
}
