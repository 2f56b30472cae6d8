package dev.restante.jms;

import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** The part of a session that is about topics, where it is refused. */
interface WithoutTopics extends Session {

    /**
     * What a call about topics gets.
     *
     * @throws JMSException if it is refused for another reason already
     */
    JMSException topicsRefused(String feature) throws JMSException;

    @Override
    default Topic createTopic(String topicName) throws JMSException {
        throw topicsRefused("topics");
    }

    @Override
    default MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
        throw topicsRefused("shared subscriptions");
    }

    @Override
    default MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        throw topicsRefused("shared subscriptions");
    }

    @Override
    default TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
        throw topicsRefused("durable subscriptions");
    }

    @Override
    default TopicSubscriber createDurableSubscriber(
            Topic topic, String name, @Nullable String selector, boolean noLocal) throws JMSException {
        throw topicsRefused("durable subscriptions");
    }

    @Override
    default MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
        throw topicsRefused("durable subscriptions");
    }

    @Override
    default MessageConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        throw topicsRefused("durable subscriptions");
    }

    @Override
    default MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
        throw topicsRefused("shared durable subscriptions");
    }

    @Override
    default MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        throw topicsRefused("shared durable subscriptions");
    }

    @Override
    default TemporaryTopic createTemporaryTopic() throws JMSException {
        throw topicsRefused("temporary topics");
    }

    @Override
    default void unsubscribe(String name) throws JMSException {
        throw topicsRefused("durable subscriptions");
    }
}
