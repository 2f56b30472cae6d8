package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.TopicNameCheck;
import dev.restante.jms.address.DestinationAddressParser;
import dev.restante.jms.address.DestinationResolver;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TemporaryDestinationName;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Access of one connection to queues, topics and subscriptions, with automatic creation and ownership checks.
 * Thread-safe.
 */
public final class EntityAccess {

    private final Broker broker;
    private final ConnectionOptions options;
    private final BoundedCallExecutor boundedCalls;
    private final ConnectionIdentity identity;
    private final DestinationResolver resolver;

    EntityAccess(
            Broker broker, ConnectionOptions options, BoundedCallExecutor boundedCalls, ConnectionIdentity identity) {
        this.broker = broker;
        this.options = options;
        this.boundedCalls = boundedCalls;
        this.identity = identity;
        this.resolver = new DestinationResolver(broker);
    }

    /**
     * Returns the name of the queue or topic that a given name means, such as {@code orders} for
     * {@code queue:///orders} (DEST-01). Reads the store unless the name is plain.
     *
     * @throws InvalidDestinationException if the name is rejected or means a subscription
     */
    public DestinationName resolve(DestinationName given) throws JMSException {
        return DestinationAddressParser.isPlain(given.name()) ? given : boundedCalls.call(() -> resolver.stored(given));
    }

    /** Returns the name as {@link #resolve} does, but from memory if possible. Only sends may use this method. */
    public DestinationName resolveCached(DestinationName given) throws JMSException {
        return DestinationAddressParser.isPlain(given.name()) ? given : boundedCalls.call(() -> resolver.cached(given));
    }

    /**
     * Returns the queue or topic with a {@linkplain #resolve resolved} name from the store. Creates the entity if the
     * connection options allow it and the name is plain.
     */
    public Entity findOrCreate(DestinationName name) throws JMSException {
        return access(
                name,
                (topic, create) -> topic
                        ? broker.subscriptions().topic(name.name(), create)
                        : broker.queueAdministration().queue(name.name(), create));
    }

    /**
     * Returns the target of one message as {@link #findOrCreate} does, but from memory. The commit checks the target.
     */
    public Entity cachedSendTarget(DestinationName name) throws JMSException {
        return access(
                name,
                (topic, create) -> topic
                        ? broker.subscriptions().cachedTopic(name.name(), create)
                        : broker.queueAdministration().cachedQueue(name.name(), create));
    }

    /** Look-up of a queue or topic that can create it. */
    @FunctionalInterface
    private interface LookUp {

        Entity find(boolean topic, boolean create);
    }

    private Entity access(DestinationName name, LookUp lookUp) throws JMSException {
        boolean topic = isTopic(name);
        String refusal = ForeignDestinations.refusal(name);
        boolean create = refusal == null && mayCreate(name);
        try {
            return boundedCalls.call(() -> lookUp.find(topic, create));
        } catch (InvalidDestinationException e) {
            if (refusal == null) {
                throw e;
            }
            throw new InvalidDestinationException(refusal, ErrorCodes.INVALID_DESTINATION, e);
        }
    }

    private boolean mayCreate(DestinationName name) {
        boolean allowed = name.kind() == EntityKind.TOPIC ? options.autoCreateTopics() : options.autoCreateQueues();
        return allowed && DestinationAddressParser.isPlain(name.name());
    }

    private static boolean isTopic(DestinationName name) throws JMSException {
        boolean topic = name.kind() == EntityKind.TOPIC;
        if (topic) {
            Destinations.rejectPattern(name);
        }
        return topic;
    }

    /**
     * Returns a queue to browse, even if it is a temporary queue of another connection. Returns a subscription if the
     * name of the queue means one (DEST-04).
     */
    public Entity browsableQueue(@Nullable Destination queue) throws JMSException {
        DestinationName given = Destinations.queueName(queue);
        Entity subscription = subscription(given);
        return subscription == null ? findOrCreate(resolve(given)) : subscription;
    }

    /**
     * Returns a queue to consume from, or the subscription that the name of the queue means (DEST-04). Rejects a
     * temporary queue of another connection (TMP-03). The caller releases the result.
     */
    public ConsumedEntity consumableQueue(@Nullable Destination queue) throws JMSException {
        DestinationName given = Destinations.queueName(queue);
        Entity subscription = subscription(given);
        if (subscription != null) {
            return ConsumedEntity.of(
                    boundedCalls.call(() -> broker.subscriptions().join(subscription)));
        }
        DestinationName name = resolve(given);
        checkTemporaryOwner(name);
        return ConsumedEntity.of(findOrCreate(name));
    }

    private @Nullable Entity subscription(DestinationName given) throws JMSException {
        return DestinationAddressParser.isPlain(given.name())
                ? null
                : boundedCalls.callNullable(() -> resolver.subscription(given));
    }

    private void checkTemporaryOwner(DestinationName name) throws InvalidDestinationException {
        TemporaryDestinationName temporary =
                TemporaryDestinationName.of(name.name()).orElse(null);
        if (temporary != null && !temporary.connectionId().equals(identity.id())) {
            throw new InvalidDestinationException(
                    "Only the connection that created " + DisplayText.quote(name.name()) + " can consume from it",
                    ErrorCodes.INVALID_DESTINATION);
        }
    }

    /**
     * Adds a consumer to a topic, or to all topics that match a pattern (WILD-01), after checking the selector, the
     * name and the topic.
     */
    public SubscriptionHandle subscribe(TopicConsumerArguments arguments) throws JMSException {
        SubscriptionKind kind = arguments.kind();
        DestinationName topic = resolve(Destinations.topicName(arguments.topic()));
        checkTemporaryOwner(topic);
        if (kind.durable() && TemporaryDestinationName.of(topic.name()).isPresent()) {
            throw new InvalidDestinationException(
                    "The temporary topic " + DisplayText.quote(topic.name())
                            + " cannot have a durable subscription. Use another topic, or a non-durable subscription.",
                    ErrorCodes.INVALID_DESTINATION);
        }
        String name = kind == SubscriptionKind.UNSHARED ? null : checkedName(arguments.name());
        String clientId = identity.clientId();
        if (kind == SubscriptionKind.UNSHARED_DURABLE && clientId == null) {
            throw new IllegalStateException(
                    "The unshared durable subscription " + DisplayText.quote(String.valueOf(name))
                            + " needs a client id. Set the client id of the connection, or create a shared durable"
                            + " subscription.",
                    ErrorCodes.ILLEGAL_STATE);
        }
        Selectors.parse(arguments.selector());
        Entity pattern = boundedCalls.callNullable(
                () -> TopicNameCheck.pattern(topic.name()).orElse(null));
        SubscribeRequest request = new SubscribeRequest(
                pattern != null ? pattern : findOrCreate(topic),
                kind,
                clientId,
                name,
                Selectors.textOrNull(arguments.selector()),
                arguments.noLocal(),
                identity.id());
        return boundedCalls.call(() -> broker.subscriptions().subscribe(request));
    }

    /** Deletes a durable subscription of the connection's client id (SUB-30). */
    public void unsubscribe(@Nullable String name) throws JMSException {
        String subscriptionName = checkedName(name);
        String clientId = identity.clientId();
        boundedCalls.run(() -> broker.subscriptions().unsubscribe(clientId, subscriptionName));
    }

    private static String checkedName(@Nullable String name) throws JMSException {
        if (name == null || name.isBlank()) {
            throw new JMSException("A subscription needs a name", ErrorCodes.INVALID_ARGUMENT);
        }
        return name;
    }
}
