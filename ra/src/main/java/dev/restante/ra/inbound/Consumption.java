package dev.restante.ra.inbound;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.Refusals;
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
 * The source of an activation's messages: a queue, or a subscription of a topic.
 *
 * @param destination a queue or topic
 * @param selector which messages; null for all
 * @param durable whether the subscription of a topic outlives the activation
 * @param subscriptionName null where it has none
 * @param shared whether a subscription with a name is a shared one
 * @param clientId that of the connection, or null
 * @param settings the options that the queue or subscription is to have
 */
record Consumption(
        Destination destination,
        @Nullable String selector,
        boolean durable,
        @Nullable String subscriptionName,
        boolean shared,
        @Nullable String clientId,
        QueueSettings settings) {

    /** One message for each session: others may go to other sessions at the same time. */
    private static final int MESSAGES_FOR_A_SESSION = 1;

    /**
     * As an activation wants it.
     *
     * @throws ResourceException if what is said does not fit the destination
     */
    static Consumption of(ActivationRequest request) throws ResourceException {
        ActivationSettings said = request.settings();
        Destination destination = request.destination();
        boolean durable = said.subscription().durable();
        String name = said.subscription().name();
        if (destination instanceof Queue && (durable || name != null)) {
            throw Refusals.property(
                    "subscriptionName",
                    name,
                    "a queue has no subscriptions; leave out subscriptionName and subscriptionDurability",
                    null);
        }
        QueueSettings settings = QueueSettings.of(said.queue());
        if (destination instanceof Topic && !(destination instanceof Queue) && !durable && !settings.isNone()) {
            throw new NotSupportedException(
                    "A subscription that is not durable has no options of its own: leave out lockDuration, maxDeliveryCount, redeliveryDelay, deadLetterTo and deadLetterOnExpiry, or say subscriptionDurability Durable");
        }
        return new Consumption(
                destination,
                said.messageSelector(),
                durable,
                name,
                said.subscription().shared(),
                request.clientId(),
                settings);
    }

    /** Begins to consume, once the connection is started. */
    ConnectionConsumer open(Connection connection, ServerSessionPool pool) throws JMSException {
        if (!(destination instanceof Topic topic) || destination instanceof Queue) {
            return connection.createConnectionConsumer(destination, selector, pool, MESSAGES_FOR_A_SESSION);
        }
        if (subscriptionName == null || !(durable || shared)) {
            return connection.createConnectionConsumer(topic, selector, pool, MESSAGES_FOR_A_SESSION);
        }
        if (!durable) {
            return connection.createSharedConnectionConsumer(
                    topic, subscriptionName, selector, pool, MESSAGES_FOR_A_SESSION);
        }
        return shared
                ? connection.createSharedDurableConnectionConsumer(
                        topic, subscriptionName, selector, pool, MESSAGES_FOR_A_SESSION)
                : connection.createDurableConnectionConsumer(
                        topic, subscriptionName, selector, pool, MESSAGES_FOR_A_SESSION);
    }

    /** Gives the queue or durable subscription, which exists by now, the options that it is to have. */
    void configure(RestanteAdmin admin) throws JMSException {
        if (settings.isNone()) {
            return;
        }
        if (destination instanceof Queue queue) {
            QueueOptions had = admin.options(queue.getQueueName());
            QueueOptions wanted = had.configured(settings.texts());
            if (!wanted.equals(had)) {
                admin.alterQueue(queue.getQueueName(), wanted);
            }
        } else if (destination instanceof Topic topic) {
            String name = Objects.requireNonNull(subscriptionName);
            QueueOptions had = subscription(admin, topic.getTopicName(), name).options();
            QueueOptions wanted = had.configured(settings.texts());
            if (!wanted.equals(had)) {
                admin.topics().alterSubscription(clientId, name, wanted);
            }
        }
    }

    private SubscriptionDescription subscription(RestanteAdmin admin, String topic, String name) throws JMSException {
        SubscriptionDescription found = admin.topics().subscriptions(topic).stream()
                .filter(each -> name.equals(each.name()) && Objects.equals(clientId, each.clientId()))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidDestinationException("Subscription " + name + " of topic " + topic + " is gone"));
        if (found.unreadable() != null) {
            throw new JMSException(
                    "Subscription " + name + " of topic " + topic + " can't be read: " + found.unreadable(),
                    ErrorCodes.ENTITY_UNREADABLE);
        }
        return found;
    }
}
