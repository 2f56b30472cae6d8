package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
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
import dev.restante.selector.Selector;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
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
        return connection.boundedCalls().call(() -> {
            Entity entity = connection.entities().consumableQueue(queue);
            Selector selector = Selectors.parse(messageSelector);
            return core.register(new QueueConsumer(
                    core, (Queue) requireNonNull(queue), entity, selector, ReceivingParticipant.of(core)));
        });
    }

    SubscriptionConsumer createTopicConsumer(TopicConsumerArguments arguments) throws JMSException {
        if (!mode.supportsSubscriptions()) {
            throw ExceptionTranslation.notSupported(
                    "receiving from topics in transactions of the application. Use transactions of the session.");
        }
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
        return connection.boundedCalls().call(() -> {
            Entity entity = connection.entities().consumableQueue(queue);
            return AcceptedGroup.accept(core, entity, consumerOpener(queue, entity), groupId);
        });
    }

    @Nullable
    AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        return connection.boundedCalls().callNullable(() -> {
            return AcceptedGroup.acceptAny(
                    core, consumerOpener(queue, connection.entities().consumableQueue(queue)), timeoutMillis);
        });
    }

    private AcceptedGroup.GroupConsumerOpener consumerOpener(Queue queue, Entity entity) {
        return (selector, participant) -> core.register(new QueueConsumer(core, queue, entity, selector, participant));
    }

    QueueBrowser browser(Queue queue, @Nullable String messageSelector) throws JMSException {
        return connection.boundedCalls().call(() -> {
            Entity entity = connection.entities().browsableQueue(queue);
            return new JmsBrowser(
                    core, queue, entity, Selectors.textOrNull(messageSelector), Selectors.parse(messageSelector));
        });
    }
}
