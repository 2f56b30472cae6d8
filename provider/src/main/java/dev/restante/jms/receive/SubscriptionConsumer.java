package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.Subscribed;
import dev.restante.jms.core.ConsumerEnds;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** A consumer of a topic's subscription. */
public final class SubscriptionConsumer extends JmsConsumer implements TopicSubscriber {

    private final SessionServices session;
    private final ConsumerEnds ends;
    private final SharedSubscribed subscribed;
    private final boolean durable;
    private final boolean noLocal;

    /** The one consumer of a subscription that a session asks for. */
    public static SubscriptionConsumer open(SessionServices session, SubscriptionOpening opening) throws JMSException {
        Subscribed subscribed = session.connection().entities().subscribe(opening);
        try {
            return new SubscriptionConsumer(
                    session,
                    requireNonNull(opening.topic()),
                    new SharedSubscribed(subscribed),
                    Selectors.textOrNull(opening.selector()),
                    null,
                    Taker.of(session),
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
     * @param subscribed ends with the last of those who share it
     * @param selectorText what the application was told that it gets
     * @param selector what it takes of what the subscription has
     */
    private SubscriptionConsumer(
            SessionServices session,
            Topic topic,
            SharedSubscribed subscribed,
            @Nullable String selectorText,
            @Nullable Selector selector,
            Taker taker,
            boolean durable,
            boolean noLocal)
            throws JMSException {
        super(session, topic, subscribed.entity(), selectorText, selector, taker);
        this.session = session;
        this.ends = session.connection().consumerEnds();
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

    @Override
    public SubscriptionConsumer further(Selector selector, Taker taker) throws JMSException {
        Topic topic = getTopic();
        subscribed.enter();
        SubscriptionConsumer further;
        try {
            further = new SubscriptionConsumer(
                    session, topic, subscribed, selector.text(), selector, taker, durable, noLocal);
        } catch (JMSException | RuntimeException refused) {
            leave();
            throw refused;
        }
        return session.opened(further);
    }

    /** A durable subscription is inactive at once; another one lives until its last message is settled. */
    @Override
    void ended() {
        session.mode().awaitCompletions();
        leave();
    }

    private void leave() {
        Subscribed left = subscribed.leave();
        if (left != null) {
            ends.add(left, durable);
        }
    }
}
