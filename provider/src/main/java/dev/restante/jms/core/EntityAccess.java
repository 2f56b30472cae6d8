package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TemporaryName;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** The queues, topics and subscriptions of the broker as one connection may use them. Thread-safe. */
public final class EntityAccess {

    private final Broker broker;
    private final ConnectionOptions options;
    private final BoundedCalls calls;
    private final ConnectionIdentity identity;

    EntityAccess(Broker broker, ConnectionOptions options, BoundedCalls calls, ConnectionIdentity identity) {
        this.broker = broker;
        this.options = options;
        this.calls = calls;
        this.identity = identity;
    }

    /** Returns the queue or topic with a name as the store has it now; creates it where the factory says so. */
    public Entity target(DestinationName name) throws JMSException {
        boolean topic = isTopic(name);
        return calls.make(() -> topic
                ? broker.subscriptions().topic(name.name(), options.autoCreateTopics())
                : broker.queueAdministration().queue(name.name(), options.autoCreateQueues()));
    }

    /** Returns the target of one message as {@link #target} does, but from memory: its commit checks the target. */
    public Entity sendTarget(DestinationName name) throws JMSException {
        boolean topic = isTopic(name);
        return calls.make(() -> topic
                ? broker.subscriptions().cachedTopic(name.name(), options.autoCreateTopics())
                : broker.queueAdministration().cachedQueue(name.name(), options.autoCreateQueues()));
    }

    private static boolean isTopic(DestinationName name) throws JMSException {
        boolean topic = name.kind() == EntityKind.TOPIC;
        if (topic) {
            Destinations.refuseWildCards(name);
        }
        return topic;
    }

    /** A queue to look at. */
    public Entity queue(@Nullable Destination queue) throws JMSException {
        return target(Destinations.queueName(queue));
    }

    /** A queue to consume from: a temporary one only by its own connection (TMP-03). */
    public Entity consumableQueue(@Nullable Destination queue) throws JMSException {
        DestinationName name = Destinations.queueName(queue);
        checkOwned(name);
        return target(name);
    }

    private void checkOwned(DestinationName name) throws InvalidDestinationException {
        TemporaryName temporary = TemporaryName.of(name.name()).orElse(null);
        if (temporary != null && !temporary.connectionId().equals(identity.id())) {
            throw new InvalidDestinationException(
                    "Only the connection that created " + ShownText.quoted(name.name()) + " can consume from it",
                    ErrorCodes.INVALID_DESTINATION);
        }
    }

    /** One consumer of a topic more; selector, name and topic are checked here. */
    public Subscribed subscribe(SubscriptionOpening opening) throws JMSException {
        SubscriptionKind kind = opening.kind();
        DestinationName topic = Destinations.topicName(opening.topic());
        checkOwned(topic);
        if (kind.durable() && TemporaryName.of(topic.name()).isPresent()) {
            throw new InvalidDestinationException(
                    "A temporary topic can't have a durable subscription: " + ShownText.of(topic.name()),
                    ErrorCodes.INVALID_DESTINATION);
        }
        String name = kind == SubscriptionKind.UNSHARED ? null : checkedName(opening.name());
        String clientId = identity.clientId();
        if (kind == SubscriptionKind.UNSHARED_DURABLE && clientId == null) {
            throw new IllegalStateException(
                    "An unshared durable subscription needs a connection with a client id", ErrorCodes.ILLEGAL_STATE);
        }
        Selectors.parse(opening.selector());
        SubscribeRequest request = new SubscribeRequest(
                target(topic),
                kind,
                clientId,
                name,
                Selectors.textOrNull(opening.selector()),
                opening.noLocal(),
                identity.id());
        return calls.make(() -> broker.subscriptions().subscribe(request));
    }

    /** Deletes a durable subscription of the connection's client id (SUB-30). */
    public void unsubscribe(@Nullable String name) throws JMSException {
        String subscriptionName = checkedName(name);
        String clientId = identity.clientId();
        calls.run(() -> broker.subscriptions().unsubscribe(clientId, subscriptionName));
    }

    private static String checkedName(@Nullable String name) throws JMSException {
        if (name == null || name.isBlank()) {
            throw new JMSException("A subscription needs a name", ErrorCodes.INVALID_ARGUMENT);
        }
        return name;
    }
}
