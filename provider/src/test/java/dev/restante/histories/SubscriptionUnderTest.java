package dev.restante.histories;

import dev.restante.RestanteConsumer;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Topic as the destination of sends, with a shared durable subscription as the source of receives. The topic has the
 * options for sends.
 */
record SubscriptionUnderTest(String topic, String suffix, HistoryKind kind) implements EntityUnderTest {

    /**
     * Returns the name of the subscription. It contains the topic, because names of durable subscriptions are not
     * scoped by topic.
     */
    private String subscription() {
        return topic + "." + suffix;
    }

    @Override
    public String name() {
        return topic + "/Subscriptions/:" + subscription();
    }

    @Override
    public void create(RestanteAdmin admin, QueueOptions options) throws JMSException {
        admin.topics().create(topic, ofTopic(options));
        subscribe(admin, ofSubscription(options));
    }

    /** Creates the subscription of a topic that exists. */
    void subscribe(RestanteAdmin admin, QueueOptions options) throws JMSException {
        admin.topics().createSubscription(topic, null, subscription(), true, null, options);
    }

    /** Deletes the subscription, but not its topic. */
    void unsubscribe(RestanteAdmin admin) throws JMSException {
        admin.topics().deleteSubscription(null, subscription(), true);
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions options) throws JMSException {
        admin.topics().alterSubscription(null, subscription(), ofSubscription(options));
        admin.topics().alter(topic, ofTopic(options));
    }

    private static TopicOptions ofTopic(QueueOptions options) {
        return TopicOptions.defaults()
                .withDefaultTimeToLive(options.defaultTimeToLive())
                .withDuplicateDetectionWindow(options.duplicateDetectionWindow());
    }

    private QueueOptions ofSubscription(QueueOptions options) {
        return kind.withConstantOptions(options).withDuplicateDetectionWindow(null);
    }

    @Override
    public void delete(RestanteAdmin admin) throws JMSException {
        admin.topics().delete(topic, true);
    }

    @Override
    public boolean statusCanRejectSends() {
        return false;
    }

    @Override
    public SubscriptionRulesAdmin rules(RestanteAdmin admin) {
        return admin.topics().rules(null, subscription());
    }

    @Override
    public Topic destination(Session session) throws JMSException {
        return session.createTopic(topic);
    }

    @Override
    public MessageConsumer createConsumer(Session session, @Nullable String selector) throws JMSException {
        return session.createSharedDurableConsumer(destination(session), subscription(), selector);
    }

    @Override
    public Optional<Message> receiveDeferred(HistorySession historySession, long sequenceNumber) throws JMSException {
        return RestanteConsumer.of(historySession.consumer()).receiveDeferred(List.of(sequenceNumber)).stream()
                .findFirst();
    }
}
