package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.ConsumedEntity;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/**
 * Consumer that subscribes to a topic, receives from the subscription, and ends its registration at the subscription
 * when it closes.
 */
public final class SubscriptionConsumer extends JmsConsumer implements TopicSubscriber {

    private final boolean noLocal;

    /** Subscribes and opens a consumer. */
    public static SubscriptionConsumer open(SessionServices session, TopicConsumerArguments arguments)
            throws JMSException {
        ConnectionServices connection = session.connection();
        ConsumedEntity subscription = ConsumedEntity.of(connection.entities().subscribe(arguments));
        try {
            return new SubscriptionConsumer(
                    session,
                    requireNonNull(arguments.topic()),
                    subscription,
                    Selectors.textOrNull(arguments.selector()),
                    null,
                    ReceivingParticipant.of(session),
                    arguments.noLocal());
        } finally {
            subscription.release(connection.pendingConsumers());
        }
    }

    /**
     * Opens a receiver.
     *
     * @param selectorText the selector that the application specified
     * @param selector the filter in addition to the filter of the subscription
     */
    private SubscriptionConsumer(
            SessionServices session,
            Topic topic,
            ConsumedEntity subscription,
            @Nullable String selectorText,
            @Nullable Selector selector,
            ReceivingParticipant participant,
            boolean noLocal)
            throws JMSException {
        super(session, topic, subscription, selectorText, selector, participant);
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

    /**
     * Returns whether the connection has unsettled messages of the subscription, so that a TopicSession must not reopen
     * it (SUB-22).
     */
    public boolean isPending() {
        return session()
                .connection()
                .pendingConsumers()
                .hasUnsettled(source().entity().id());
    }

    @Override
    SubscriptionConsumer openSibling(Selector selector, ReceivingParticipant participant) throws JMSException {
        return session()
                .register(new SubscriptionConsumer(
                        session(), getTopic(), source(), selector.text(), selector, participant, noLocal));
    }
}
