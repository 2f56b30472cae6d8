package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Domain;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.send.TopicProducer;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A session of the legacy topic API: it refuses what is about queues (EXC-03). */
sealed class TopicJmsSession extends JmsSession implements TopicSession permits XaTopicJmsSession {

    TopicJmsSession(ConnectionServices connection, OpenSession.Owner owner, AcknowledgementMode mode) {
        super(connection, owner, mode, Domain.TOPICS);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return createSubscriber(topic, null, false);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        return subscribe(SubscriptionOpening.unshared(topic, messageSelector, noLocal));
    }

    @Override
    public final TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return TopicProducer.of(open().sender(), topic);
    }
}
