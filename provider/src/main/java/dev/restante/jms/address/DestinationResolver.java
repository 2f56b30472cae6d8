package dev.restante.jms.address;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.SubscriptionRegistry;
import dev.restante.broker.TopicAdministration;
import dev.restante.jms.address.DestinationAddress.EntityAddress;
import dev.restante.jms.address.DestinationAddress.RejectedAddress;
import dev.restante.jms.address.DestinationAddress.SubscriptionAddress;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import jakarta.jms.InvalidDestinationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of destination names in the forms of other JMS providers. An existing queue or topic with exactly the given
 * name has precedence (DEST-01). Callers pass only names that are not
 * {@linkplain DestinationAddressParser#isPlain plain}. Thread-safe.
 */
public final class DestinationResolver {

    /** Log of all connections of this JVM, because some applications open a connection for each message. */
    private static final IgnoredParameterLog IGNORED_PARAMETERS = new IgnoredParameterLog();

    private final SubscriptionRegistry registry;
    private final TopicAdministration topics;

    public DestinationResolver(Broker broker) {
        this.registry = broker.subscriptions();
        this.topics = broker.topicAdministration();
    }

    /**
     * Returns the name of the queue or topic that a name means, after a look into the store.
     *
     * @throws InvalidDestinationException if the name is rejected or names a subscription
     */
    public DestinationName stored(DestinationName given) throws InvalidDestinationException {
        return registry.find(given).isPresent() ? given : target(given, DestinationAddressParser.parse(given));
    }

    /**
     * Returns the name as {@link #stored} does, but from the memory of this node if possible. Only sends may use this
     * method, because they need not see at once that another node has created a queue with exactly the given name.
     */
    public DestinationName cached(DestinationName given) throws InvalidDestinationException {
        if (registry.isKnown(given)) {
            return given;
        }
        DestinationAddress address = DestinationAddressParser.parse(given);
        return address instanceof EntityAddress entity && registry.isKnown(entity.target())
                ? target(given, address)
                : stored(given);
    }

    private static DestinationName target(DestinationName given, DestinationAddress address)
            throws InvalidDestinationException {
        if (address instanceof EntityAddress entity) {
            IGNORED_PARAMETERS.log(given, text(entity.target()), entity.ignoredParameters());
            return entity.target();
        }
        throw new InvalidDestinationException(
                address instanceof SubscriptionAddress subscription
                        ? "The destination name " + DisplayText.quote(given.name())
                                + " means a subscription, which accepts no sends. Send to the topic "
                                + DisplayText.quote(subscription.topic()) + "."
                        : ((RejectedAddress) address).reason(),
                ErrorCodes.INVALID_DESTINATION);
    }

    /**
     * Returns the durable subscription that a name means; null if the name does not mean a subscription (DEST-04).
     *
     * @throws InvalidDestinationException if the name means a subscription that does not exist
     */
    public @Nullable Entity subscription(DestinationName given) throws InvalidDestinationException {
        if (!(DestinationAddressParser.parse(given) instanceof SubscriptionAddress address)
                || registry.find(given).isPresent()) {
            return null;
        }
        List<Entity> matching =
                registry
                        .find(DestinationName.topic(address.topic()))
                        .map(topics::subscriptions)
                        .orElse(List.of())
                        .stream()
                        .filter(each -> SubscriptionQueueName.matches(each.subscription(), address.queue()))
                        .toList();
        if (matching.size() != 1) {
            String text = "The destination name " + DisplayText.quote(given.name()) + " needs a durable subscription "
                    + DisplayText.quote(address.queue()) + " of the topic " + DisplayText.quote(address.topic());
            throw new InvalidDestinationException(
                    matching.isEmpty()
                            ? text + ", which does not exist. Create it with TopicsAdmin.createSubscription, or use"
                                    + " the name of a queue."
                            : text + ", but " + matching.size() + " subscriptions match. Receive from the subscription"
                                    + " with createSharedDurableConsumer or createDurableConsumer.",
                    ErrorCodes.SUBSCRIPTION_NOT_FOUND);
        }
        IGNORED_PARAMETERS.log(
                given,
                "subscription " + DisplayText.quote(address.queue()) + " of the topic "
                        + DisplayText.quote(address.topic()),
                address.ignoredParameters());
        return matching.get(0);
    }

    private static String text(DestinationName name) {
        return (name.kind() == EntityKind.TOPIC ? "topic " : "queue ") + DisplayText.quote(name.name());
    }
}
