package dev.restante.jms.send;

import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.EntityAccess;
import dev.restante.model.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import org.jspecify.annotations.Nullable;

/** Producer for queues, which adds the send methods of the legacy {@code QueueSender} to {@link JmsMessageProducer}. */
public final class QueueProducer extends JmsMessageProducer implements QueueSender {

    public QueueProducer(SessionSender sender, @Nullable Destination queue, @Nullable DestinationName name) {
        super(sender, queue, name);
    }

    /** Creates a sender of the legacy API for one queue, or for any queue if the parameter is null. */
    public static QueueProducer of(SessionSender sender, @Nullable Queue queue) throws JMSException {
        sender.checkUsable();
        if (queue == null) {
            return new QueueProducer(sender, null, null);
        }
        EntityAccess entities = sender.connection().entities();
        DestinationName name = entities.resolve(Destinations.queueName(queue));
        entities.findOrCreate(name);
        return new QueueProducer(sender, queue, name);
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
