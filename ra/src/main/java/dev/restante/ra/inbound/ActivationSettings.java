package dev.restante.ra.inbound;

import dev.restante.ra.store.StoreConfiguration;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * Properties of an activation as configured, which {@link ActivationRules} validates.
 *
 * @param store the store; the resource adapter supplies missing properties
 * @param connectionFactoryLookup the JNDI name of the connection factory whose store is used, or null
 * @param clientId the client id; null for the client id of the connection factory
 */
public record ActivationSettings(
        StoreConfiguration store,
        @Nullable String connectionFactoryLookup,
        DestinationSettings target,
        @Nullable String messageSelector,
        SubscriptionSettings subscription,
        @Nullable String clientId,
        DeliverySettings delivery,
        QueueOptionSettings queueOptions) {

    private static final String QUEUE = "jakarta.jms.Queue";
    private static final String TOPIC = "jakarta.jms.Topic";

    /**
     * Queue or topic.
     *
     * @param type the interface of its kind; null for the kind of the object found, or for a queue if only a name is
     *     given
     */
    public record DestinationSettings(@Nullable String lookup, @Nullable String name, @Nullable String type) {

        boolean mustBeQueue() {
            return QUEUE.equals(type);
        }

        public boolean mustBeTopic() {
            return TOPIC.equals(type);
        }

        /** Returns the property that names the destination, with its value. */
        String property() {
            return name == null ? "destinationLookup '" + lookup + "'" : "destination '" + name + "'";
        }
    }

    /**
     * Subscription of a topic.
     *
     * @param durability {@code Durable} or {@code NonDurable}
     */
    public record SubscriptionSettings(String durability, @Nullable String name, boolean shared) {

        boolean durable() {
            return durability.equals("Durable");
        }
    }

    /**
     * Delivery settings.
     *
     * @param acknowledgeMode {@code Auto-acknowledge} or {@code Dups-ok-acknowledge}
     * @param option the delivery option {@code A} or {@code B}
     */
    public record DeliverySettings(String acknowledgeMode, String option, int maxConcurrency) {

        /** Returns the session mode for deliveries without a transaction. */
        int sessionMode() {
            return acknowledgeMode.equals("Dups-ok-acknowledge")
                    ? Session.DUPS_OK_ACKNOWLEDGE
                    : Session.AUTO_ACKNOWLEDGE;
        }

        /** Returns whether the adapter notifies the server before and after each delivery. */
        boolean notifiesServer() {
            return option.equals("B");
        }
    }

    /** Options to set on the queue or subscription; null leaves an option unchanged. */
    public record QueueOptionSettings(
            @Nullable String lockDuration,
            @Nullable Integer maxDeliveryCount,
            @Nullable String redeliveryDelay,
            @Nullable String deadLetterTo,
            @Nullable Boolean deadLetterOnExpiry) {}
}
