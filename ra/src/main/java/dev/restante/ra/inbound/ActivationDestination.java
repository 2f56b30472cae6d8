package dev.restante.ra.inbound;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.PropertyExceptions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queue or subscription that an activation consumes, with selector and options.
 *
 * @param durable true if the subscription of a topic outlives the activation
 */
record ActivationDestination(
        Destination destination,
        @Nullable String selector,
        boolean durable,
        @Nullable String subscriptionName,
        boolean shared,
        @Nullable String clientId,
        ActivationQueueOptions queueOptions) {

    /**
     * Number of messages loaded into a session, so that other sessions can process the next messages at the same time.
     */
    private static final int MESSAGES_PER_SESSION = 1;

    /**
     * Returns the destination.
     *
     * @throws ResourceException if the properties do not fit the destination
     */
    static ActivationDestination of(ActivationRequest request) throws ResourceException {
        ActivationSettings said = request.settings();
        Destination destination = request.destination();
        boolean durable = said.subscription().durable();
        String name = said.subscription().name();
        if (destination instanceof Queue && (durable || name != null)) {
            throw PropertyExceptions.property(
                    "subscriptionName",
                    name,
                    "a queue has no subscriptions. Remove subscriptionName and subscriptionDurability.",
                    null);
        }
        ActivationQueueOptions queueOptions = ActivationQueueOptions.of(said.queueOptions());
        if (destination instanceof Topic && !(destination instanceof Queue) && !durable && !queueOptions.isEmpty()) {
            throw new NotSupportedException(
                    "A subscription that is not durable has no options. Remove lockDuration, maxDeliveryCount,"
                            + " redeliveryDelay, deadLetterTo and deadLetterOnExpiry, or set"
                            + " subscriptionDurability to Durable.");
        }
        return new ActivationDestination(
                destination,
                said.messageSelector(),
                durable,
                name,
                said.subscription().shared(),
                request.clientId(),
                queueOptions);
    }

    /** Creates the connection consumer, which consumes after the connection is started. */
    ConnectionConsumer open(Connection connection, ServerSessionPool pool) throws JMSException {
        if (!(destination instanceof Topic topic) || destination instanceof Queue) {
            return connection.createConnectionConsumer(destination, selector, pool, MESSAGES_PER_SESSION);
        }
        if (subscriptionName == null || !(durable || shared)) {
            return connection.createConnectionConsumer(topic, selector, pool, MESSAGES_PER_SESSION);
        }
        if (!durable) {
            return connection.createSharedConnectionConsumer(
                    topic, subscriptionName, selector, pool, MESSAGES_PER_SESSION);
        }
        return shared
                ? connection.createSharedDurableConnectionConsumer(
                        topic, subscriptionName, selector, pool, MESSAGES_PER_SESSION)
                : connection.createDurableConnectionConsumer(
                        topic, subscriptionName, selector, pool, MESSAGES_PER_SESSION);
    }

    /** Sets the configured options on the queue or durable subscription, which must exist. */
    void configure(RestanteAdmin admin) throws JMSException {
        if (queueOptions.isEmpty()) {
            return;
        }
        if (destination instanceof Queue queue) {
            QueueOptions currentOptions = admin.options(queue.getQueueName());
            QueueOptions newOptions = currentOptions.withTexts(queueOptions.optionTexts());
            if (!newOptions.equals(currentOptions)) {
                admin.alterQueue(queue.getQueueName(), newOptions);
            }
        } else if (destination instanceof Topic topic) {
            String name = Objects.requireNonNull(subscriptionName);
            QueueOptions currentOptions =
                    subscription(admin, topic.getTopicName(), name).options();
            QueueOptions newOptions = currentOptions.withTexts(queueOptions.optionTexts());
            if (!newOptions.equals(currentOptions)) {
                admin.topics().alterSubscription(clientId, name, newOptions);
            }
        }
    }

    private SubscriptionDescription subscription(RestanteAdmin admin, String topic, String name) throws JMSException {
        SubscriptionDescription found = admin.topics().subscriptions(topic).stream()
                .filter(each -> name.equals(each.name()) && Objects.equals(clientId, each.clientId()))
                .findFirst()
                .orElseThrow(() -> new InvalidDestinationException(
                        "Subscription " + name + " of topic " + topic + " no longer exists"));
        if (found.unreadableReason() != null) {
            throw new JMSException(
                    "Subscription " + name + " of topic " + topic + " cannot be read: " + found.unreadableReason(),
                    ErrorCodes.ENTITY_UNREADABLE);
        }
        return found;
    }
}
