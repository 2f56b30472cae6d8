package dev.restante.ra.inbound;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.receive.JmsConnectionConsumer;
import dev.restante.ra.base.PropertyExceptions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
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

    /** Sets the configured options on the queue or durable subscription from which a consumer receives. */
    void configure(RestanteAdmin admin, ConnectionConsumer consumer) throws JMSException {
        if (queueOptions.isEmpty()) {
            return;
        }
        // The destination may be named in the form of another provider, so its own name says too little.
        String name = ((JmsConnectionConsumer) consumer).entityName();
        QueueOptions currentOptions = admin.options(name);
        if (!currentOptions.withTexts(queueOptions.optionTexts()).equals(currentOptions)) {
            admin.alterOptions(EntityType.QUEUE, name, queueOptions.optionTexts());
        }
    }
}
