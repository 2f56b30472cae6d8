package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.ConsumedEntity;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.JmsBrowser;
import dev.restante.jms.receive.QueueConsumer;
import dev.restante.jms.receive.ReceivingParticipant;
import dev.restante.jms.receive.SubscriptionConsumer;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the consumers, accepted groups and browsers of one session. Rejects consumers that the session's mode does
 * not support.
 */
final class SessionConsumerFactory {

    private final SessionCore core;
    private final ConnectionServices connection;
    private final AcknowledgementMode mode;

    SessionConsumerFactory(SessionCore core) {
        this.core = core;
        this.connection = core.connection();
        this.mode = core.mode();
    }

    QueueConsumer createQueueConsumer(@Nullable Destination queue, @Nullable String messageSelector)
            throws JMSException {
        if (!mode.supportsSubscriptions() && queue instanceof TemporaryQueue) {
            throw ExceptionTranslation.notSupported(
                    "receiving from temporary queues in transactions of the application, which may outlive the"
                            + " queues. Use transactions of the session.");
        }
        return connection
                .boundedCalls()
                .call(() -> withQueue(
                        queue,
                        source -> core.register(new QueueConsumer(
                                core,
                                (Queue) requireNonNull(queue),
                                source,
                                Selectors.parse(messageSelector),
                                ReceivingParticipant.of(core)))));
    }

    private <T> T withQueue(@Nullable Destination queue, QueueCall<T> call) throws JMSException {
        ConsumedEntity source = connection.entities().consumableQueue(queue);
        try {
            if (source.isSubscription()) {
                checkSubscriptionsSupported();
            }
            return call.apply(source);
        } finally {
            source.release(connection.pendingConsumers());
        }
    }

    /** Call that opens consumers of a queue, or of the subscription that its name means. */
    @FunctionalInterface
    private interface QueueCall<T> {
        T apply(ConsumedEntity source) throws JMSException;
    }

    private void checkSubscriptionsSupported() throws JMSException {
        if (!mode.supportsSubscriptions()) {
            throw ExceptionTranslation.notSupported(
                    "receiving from topics in transactions of the application. Use transactions of the session.");
        }
    }

    SubscriptionConsumer createTopicConsumer(TopicConsumerArguments arguments) throws JMSException {
        checkSubscriptionsSupported();
        return connection.boundedCalls().call(() -> {
            return core.register(SubscriptionConsumer.open(core, arguments));
        });
    }

    /**
     * Creates a consumer of a durable subscription. A session of the legacy topic API rejects a subscription that has
     * unsettled messages on the connection (SUB-22).
     */
    SubscriptionConsumer createDurableConsumer(MessagingDomain domain, TopicConsumerArguments arguments)
            throws JMSException {
        SubscriptionConsumer subscriber = createTopicConsumer(arguments);
        if (domain == MessagingDomain.TOPICS && subscriber.isPending()) {
            subscriber.close();
            throw new IllegalStateException(
                    "The subscription " + DisplayText.quote(requireNonNull(arguments.name()))
                            + " has messages that are unacknowledged or in a transaction. Settle them first.",
                    ErrorCodes.SUBSCRIPTION_IN_USE);
        }
        return subscriber;
    }

    AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        return connection
                .boundedCalls()
                .call(() -> withQueue(
                        queue,
                        source -> AcceptedGroup.accept(core, source.entity(), consumerOpener(queue, source), groupId)));
    }

    @Nullable
    AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        return connection
                .boundedCalls()
                .call(() -> withQueue(
                        queue,
                        source -> Optional.ofNullable(
                                AcceptedGroup.acceptAny(core, consumerOpener(queue, source), timeoutMillis))))
                .orElse(null);
    }

    private AcceptedGroup.GroupConsumerOpener consumerOpener(Queue queue, ConsumedEntity source) {
        return (selector, participant) -> core.register(new QueueConsumer(core, queue, source, selector, participant));
    }

    /** Returns the queue from which the session receives deferred messages, or the subscription that its name means. */
    Entity deferringQueue(Queue queue) throws JMSException {
        Entity entity = connection.entities().browsableQueue(queue);
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            checkSubscriptionsSupported();
        }
        return entity;
    }

    QueueBrowser browser(Queue queue, @Nullable String messageSelector) throws JMSException {
        return connection.boundedCalls().call(() -> {
            Entity entity = connection.entities().browsableQueue(queue);
            return new JmsBrowser(
                    core, queue, entity, Selectors.textOrNull(messageSelector), Selectors.parse(messageSelector));
        });
    }
}
