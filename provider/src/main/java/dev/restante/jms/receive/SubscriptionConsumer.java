package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.Subscribed;
import dev.restante.jms.core.ConsumerEnds;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.jms.mode.AcknowledgementMode;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A consumer of a topic's subscription. */
public final class SubscriptionConsumer extends JmsConsumer implements TopicSubscriber {

    private final ConsumerEnds ends;
    private final Subscribed subscribed;
    private final boolean durable;
    private final boolean noLocal;
    private final AcknowledgementMode mode;

    /** The one consumer of a subscription that a session asks for. */
    public static SubscriptionConsumer open(SessionServices session, SubscriptionOpening opening) throws JMSException {
        Subscribed subscribed = session.connection().entities().subscribe(opening);
        try {
            return new SubscriptionConsumer(
                    session,
                    requireNonNull(opening.topic()),
                    subscribed,
                    Selectors.textOrNull(opening.selector()),
                    opening.kind().durable(),
                    opening.noLocal());
        } catch (JMSException | RuntimeException refused) {
            try {
                subscribed.close();
            } catch (BrokerException failure) {
                refused.addSuppressed(failure);
            }
            throw refused;
        }
    }

    /**
     * Opens a receiver.
     *
     * @param subscribed ends with this consumer
     */
    private SubscriptionConsumer(
            SessionServices session,
            Topic topic,
            Subscribed subscribed,
            @Nullable String selectorText,
            boolean durable,
            boolean noLocal)
            throws JMSException {
        super(session, topic, subscribed.entity(), selectorText, null, Taker.of(session));
        this.ends = session.connection().consumerEnds();
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

    /**
     * Whether messages of the subscription are unsettled in a session of the connection, which a TopicSession does not
     * reopen (SUB-22).
     */
    public boolean isPending() {
        return ends.areUnsettled(subscribed.entity().id());
    }

    /** A durable subscription is inactive at once; another one lives until its last message is settled. */
    @Override
    void ended() {
        mode.awaitCompletions();
        ends.add(subscribed, durable);
    }
}
