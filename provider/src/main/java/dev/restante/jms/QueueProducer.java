package dev.restante.jms;

import dev.restante.model.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import org.jspecify.annotations.Nullable;

/** A producer for queues. */
final class QueueProducer extends JmsProducerHandle implements QueueSender {

    QueueProducer(JmsSession session, @Nullable Destination queue, @Nullable DestinationName name) {
        super(session, queue, name);
    }

    @Override
    public void send(Queue to, Message message) throws JMSException {
        send((Destination) to, message);
    }

    @Override
    public void send(Queue to, Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        send((Destination) to, message, deliveryMode, priority, timeToLive);
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        return (Queue) getDestination();
    }
}
