package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.send.TopicProducer;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** Session of the legacy topic API, which rejects queue operations (EXC-03). */
sealed class TopicJmsSession extends JmsSession implements TopicSession permits XaTopicJmsSession {

    TopicJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, AcknowledgementMode mode) {
        super(connection, owner, mode, MessagingDomain.TOPICS);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return createSubscriber(topic, null, false);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        return subscribe(TopicConsumerArguments.unshared(topic, messageSelector, noLocal));
    }

    @Override
    public final TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return TopicProducer.of(core().sender(), topic);
    }
}
