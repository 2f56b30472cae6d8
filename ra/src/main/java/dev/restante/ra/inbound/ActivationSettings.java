package dev.restante.ra.inbound;

import dev.restante.ra.store.StoreConfiguration;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an activation as they were configured, which {@link ActivationRules} checks.
 *
 * @param store where the store is; what is left out is the resource adapter's
 * @param connectionFactoryLookup JNDI name of the connection factory whose store is used; null for none
 * @param target what is consumed
 * @param messageSelector which messages; null for all
 * @param subscription that of a topic
 * @param clientId that of the connection; null for that of the connection factory
 * @param delivery how messages come to the bean
 * @param queue the options that the queue or subscription is to have
 */
public record ActivationSettings(
        StoreConfiguration store,
        @Nullable String connectionFactoryLookup,
        Target target,
        @Nullable String messageSelector,
        Subscription subscription,
        @Nullable String clientId,
        Delivery delivery,
        QueueChange queue) {

    private static final String QUEUE = "jakarta.jms.Queue";
    private static final String TOPIC = "jakarta.jms.Topic";

    /**
     * The queue or topic.
     *
     * @param lookup its JNDI name; null for none
     * @param name its name in the store; null for none
     * @param type the interface of its kind; null for what it is, and for a queue if it has a name only
     */
    public record Target(@Nullable String lookup, @Nullable String name, @Nullable String type) {

        boolean mustBeQueue() {
            return QUEUE.equals(type);
        }

        public boolean mustBeTopic() {
            return TOPIC.equals(type);
        }

        /** The property that says which it is, with its value. */
        String property() {
            return name == null ? "destinationLookup '" + lookup + "'" : "destination '" + name + "'";
        }
    }

    /**
     * The subscription of a topic.
     *
     * @param durability {@code Durable} or {@code NonDurable}
     * @param name null for none
     * @param shared whether one with a name is shared
     */
    public record Subscription(String durability, @Nullable String name, boolean shared) {

        boolean durable() {
            return durability.equals("Durable");
        }
    }

    /**
     * The settings by which messages come to the bean.
     *
     * @param acknowledgeMode {@code Auto-acknowledge} or {@code Dups-ok-acknowledge}
     * @param option {@code A} or {@code B}
     * @param maxConcurrency how many at a time
     */
    public record Delivery(String acknowledgeMode, String option, int maxConcurrency) {

        /** That of a session whose deliveries are not transacted. */
        int sessionMode() {
            return acknowledgeMode.equals("Dups-ok-acknowledge")
                    ? Session.DUPS_OK_ACKNOWLEDGE
                    : Session.AUTO_ACKNOWLEDGE;
        }

        /** Whether the server is told of deliveries before and after them. */
        boolean told() {
            return option.equals("B");
        }
    }

    /** The options of the queue or subscription; each is null for what it has otherwise. */
    public record QueueChange(
            @Nullable String lockDuration,
            @Nullable Integer maxDeliveryCount,
            @Nullable String redeliveryDelay,
            @Nullable String deadLetterTo,
            @Nullable Boolean deadLetterOnExpiry) {}
}
