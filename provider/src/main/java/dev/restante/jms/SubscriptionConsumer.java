package dev.restante.jms;

import dev.restante.broker.Subscribed;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A consumer of a topic's subscription. */
final class SubscriptionConsumer extends JmsConsumer implements TopicSubscriber {

    private final RestanteConnection connection;
    private final Subscribed subscribed;
    private final boolean durable;
    private final boolean noLocal;
    private final AcknowledgementMode mode;

    /**
     * Opens a receiver.
     *
     * @param subscribed ends with this consumer
     */
    SubscriptionConsumer(
            JmsSession session,
            Topic topic,
            Subscribed subscribed,
            @Nullable String selectorText,
            boolean durable,
            boolean noLocal)
            throws JMSException {
        super(session, topic, subscribed.entity(), selectorText, null, Taker.of(session));
        this.connection = session.connection();
        this.mode = session.mode();
        this.subscribed = subscribed;
        this.durable = durable;
        this.noLocal = noLocal;
    }

    @Override
    public Topic getTopic() throws JMSException {
        return (Topic) destination();
    }

    @Override
    public boolean getNoLocal() throws JMSException {
        checkUsable();
        return noLocal;
    }

    /** Whether messages of the subscription are unsettled in a session of the connection, which a TopicSession does not reopen (SUB-22). */
    boolean isPending() {
        return connection.hasUnsettled(subscribed.entity().id());
    }

    /** A durable subscription is inactive at once; another one lives until its last message is settled. */
    @Override
    void ended() {
        mode.awaitCompletions();
        connection.consumerEnds().add(subscribed, durable);
    }
}
