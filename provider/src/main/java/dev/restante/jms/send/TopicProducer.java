package dev.restante.jms.send;

import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.EntityAccess;
import dev.restante.model.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.jspecify.annotations.Nullable;

/**
 * Producer for topics, which adds the publish methods of the legacy {@code TopicPublisher} to
 * {@link JmsMessageProducer} (PRD-17). Publish calls are send calls.
 */
public final class TopicProducer extends JmsMessageProducer implements TopicPublisher {

    public TopicProducer(SessionSender sender, @Nullable Destination topic, @Nullable DestinationName name) {
        super(sender, topic, name);
    }

    /** Creates a publisher of the legacy API for one topic, or for any topic if the parameter is null. */
    public static TopicProducer of(SessionSender sender, @Nullable Topic topic) throws JMSException {
        sender.checkUsable();
        if (topic == null) {
            return new TopicProducer(sender, null, null);
        }
        EntityAccess entities = sender.connection().entities();
        DestinationName name = entities.resolve(Destinations.topicName(topic));
        entities.findOrCreate(name);
        return new TopicProducer(sender, topic, name);
    }

    @Override
    public void publish(Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        send(message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void publish(Topic to, Message message) throws JMSException {
        send(to, message);
    }

    @Override
    public void publish(Topic to, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(to, message, deliveryMode, priority, timeToLive);
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        return (Topic) getDestination();
    }
}
