package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.jms.core.PendingConsumerCloser;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/**
 * Consumer that subscribes to a topic, receives from the subscription, and ends its registration at the subscription
 * when it closes.
 */
public final class SubscriptionConsumer extends JmsConsumer implements TopicSubscriber {

    private final PendingConsumerCloser pendingConsumers;
    private final SharedSubscriptionHandle subscriptionHandle;
    private final boolean durable;
    private final boolean noLocal;

    /** Subscribes and opens a consumer. */
    public static SubscriptionConsumer open(SessionServices session, TopicConsumerArguments arguments)
            throws JMSException {
        SubscriptionHandle subscriptionHandle = session.connection().entities().subscribe(arguments);
        try {
            return new SubscriptionConsumer(
                    session,
                    requireNonNull(arguments.topic()),
                    new SharedSubscriptionHandle(subscriptionHandle),
                    Selectors.textOrNull(arguments.selector()),
                    null,
                    ReceivingParticipant.of(session),
                    arguments.kind().durable(),
                    arguments.noLocal());
        } catch (JMSException | RuntimeException refused) {
            try {
                subscriptionHandle.close();
            } catch (BrokerException failure) {
                refused.addSuppressed(failure);
            }
            throw refused;
        }
    }

    /**
     * Opens a receiver.
     *
     * @param subscriptionHandle the handle, which its last user closes
     * @param selectorText the selector that the application specified
     * @param selector the filter in addition to the filter of the subscription
     */
    private SubscriptionConsumer(
            SessionServices session,
            Topic topic,
            SharedSubscriptionHandle subscriptionHandle,
            @Nullable String selectorText,
            @Nullable Selector selector,
            ReceivingParticipant participant,
            boolean durable,
            boolean noLocal)
            throws JMSException {
        super(session, topic, subscriptionHandle.entity(), selectorText, selector, participant);
        this.pendingConsumers = session.connection().pendingConsumers();
        this.subscriptionHandle = subscriptionHandle;
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
     * Returns whether the connection has unsettled messages of the subscription, so that a TopicSession must not reopen
     * it (SUB-22).
     */
    public boolean isPending() {
        return pendingConsumers.hasUnsettled(subscriptionHandle.entity().id());
    }

    @Override
    SubscriptionConsumer openSibling(Selector selector, ReceivingParticipant participant) throws JMSException {
        Topic topic = getTopic();
        subscriptionHandle.acquire();
        SubscriptionConsumer further;
        try {
            further = new SubscriptionConsumer(
                    session(), topic, subscriptionHandle, selector.text(), selector, participant, durable, noLocal);
        } catch (JMSException | RuntimeException refused) {
            releaseSubscription();
            throw refused;
        }
        return session().register(further);
    }

    /**
     * Ends the registration of the consumer: immediately for a durable subscription, else after its last message is
     * settled.
     */
    @Override
    void onClosed() {
        session().mode().awaitAcknowledgements();
        releaseSubscription();
    }

    private void releaseSubscription() {
        SubscriptionHandle left = subscriptionHandle.release();
        if (left != null) {
            pendingConsumers.add(left, durable);
        }
    }

    /**
     * Reference count of the registration that a consumer and its accepted message groups share at a subscription,
     * which the last of them closes (GRP-05). The broker sees one active consumer. Thread-safe.
     */
    private static final class SharedSubscriptionHandle {

        private final SubscriptionHandle subscriptionHandle;
        private int users = 1;

        SharedSubscriptionHandle(SubscriptionHandle subscriptionHandle) {
            this.subscriptionHandle = subscriptionHandle;
        }

        Entity entity() {
            return subscriptionHandle.entity();
        }

        synchronized void acquire() throws IllegalStateException {
            if (users == 0) {
                throw new IllegalStateException(
                        "The consumer of " + DisplayText.quote(entity().name()) + " is closed. Create a new one.",
                        ErrorCodes.CLOSED);
            }
            users++;
        }

        /** Removes a user. Returns the handle to close after the last user, or else null. */
        synchronized @Nullable SubscriptionHandle release() {
            users--;
            return users == 0 ? subscriptionHandle : null;
        }
    }
}
