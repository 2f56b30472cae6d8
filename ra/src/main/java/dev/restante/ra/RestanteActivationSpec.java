package dev.restante.ra;

import dev.restante.ra.inbound.ActivationRules;
import dev.restante.ra.inbound.ActivationSettings;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a message-driven bean (RA-12): the properties that Jakarta Messaging 13.1 and the specification
 * of Enterprise Beans name, and Restante's own. Every property is text, or a number or truth value as text, as it
 * stands in an {@code @ActivationConfigProperty}. What is said here of the store wins over the connection factory that
 * is named here, and that over the resource adapter (RA-15).
 *
 * <p>Identity is its equality, since two beans may say the same. Not thread-safe while it is configured.
 */
public final class RestanteActivationSpec extends StoreProperties implements ActivationSpec {

    /** How many messages a bean works on at a time where nobody says so. */
    public static final int DEFAULT_MAX_CONCURRENCY = 10;

    private static final String DURATION = "\\d{1,18}(ms|s|m|h|d)|P.+";

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String destinationLookup;
    private @Nullable String destination;

    @Pattern(regexp = "jakarta\\.jms\\.(Queue|Topic)")
    private @Nullable String destinationType;

    private @Nullable String connectionFactoryLookup;

    @Pattern(regexp = "(Auto|Dups-ok)-acknowledge")
    private String acknowledgeMode = "Auto-acknowledge";

    private @Nullable String messageSelector;

    @Pattern(regexp = "(Non)?Durable")
    private String subscriptionDurability = "NonDurable";

    private @Nullable String subscriptionName;
    private boolean shareSubscription = true;
    private @Nullable String clientId;

    @Min(1)
    private int maxConcurrency = DEFAULT_MAX_CONCURRENCY;

    @Pattern(regexp = "[AB]")
    private String deliveryOption = "B";

    @Pattern(regexp = DURATION)
    private @Nullable String lockDuration;

    @Min(1)
    private @Nullable Integer maxDeliveryCount;

    @Pattern(regexp = DURATION)
    private @Nullable String redeliveryDelay;

    private @Nullable String deadLetterTo;
    private @Nullable Boolean deadLetterOnExpiry;
    private @Nullable StoreAdapter adapter;

    /** The JNDI name of the queue or topic (RA-02). Either this or {@link #getDestination} is required. */
    public @Nullable String getDestinationLookup() {
        return destinationLookup;
    }

    /** See {@link #getDestinationLookup}. */
    public void setDestinationLookup(@Nullable String value) {
        destinationLookup = present(value);
    }

    /** The name of the queue or topic in the store. Either this or {@link #getDestinationLookup} is required. */
    public @Nullable String getDestination() {
        return destination;
    }

    /** See {@link #getDestination}. */
    public void setDestination(@Nullable String value) {
        destination = present(value);
    }

    /**
     * {@code jakarta.jms.Queue} or {@code jakarta.jms.Topic} (RA-06). Default: what the destination found by its JNDI
     * name is; a destination by its own name is then a queue.
     */
    public @Nullable String getDestinationType() {
        return destinationType;
    }

    /** See {@link #getDestinationType}. */
    public void setDestinationType(@Nullable String value) {
        destinationType = present(value);
    }

    /**
     * The JNDI name of a connection factory of Restante whose store is used (RA-03). Default: the store of the resource
     * adapter.
     */
    public @Nullable String getConnectionFactoryLookup() {
        return connectionFactoryLookup;
    }

    /** See {@link #getConnectionFactoryLookup}. */
    public void setConnectionFactoryLookup(@Nullable String value) {
        connectionFactoryLookup = present(value);
    }

    /**
     * {@code Auto-acknowledge}, the default, or {@code Dups-ok-acknowledge}: how a message is acknowledged whose
     * delivery is not transacted (RA-04).
     */
    public String getAcknowledgeMode() {
        return acknowledgeMode;
    }

    /** See {@link #getAcknowledgeMode}. */
    public void setAcknowledgeMode(@Nullable String value) {
        String given = present(value);
        acknowledgeMode = given == null ? "Auto-acknowledge" : given;
    }

    /** Which messages are consumed (RA-05). Default: all. */
    public @Nullable String getMessageSelector() {
        return messageSelector;
    }

    /** See {@link #getMessageSelector}. */
    public void setMessageSelector(@Nullable String value) {
        messageSelector = present(value);
    }

    /** {@code Durable} or {@code NonDurable}, the default; for topics only (RA-07). */
    public String getSubscriptionDurability() {
        return subscriptionDurability;
    }

    /** See {@link #getSubscriptionDurability}. */
    public void setSubscriptionDurability(@Nullable String value) {
        String given = present(value);
        subscriptionDurability = given == null ? "NonDurable" : given;
    }

    /** The name of the subscription (RA-09). Required for a durable one; default none. */
    public @Nullable String getSubscriptionName() {
        return subscriptionName;
    }

    /** See {@link #getSubscriptionName}. */
    public void setSubscriptionName(@Nullable String value) {
        subscriptionName = present(value);
    }

    /**
     * Whether a subscription with a name is a shared one, so that the beans of several servers take its messages in
     * turn. Default true.
     */
    public Boolean getShareSubscription() {
        return shareSubscription;
    }

    /** See {@link #getShareSubscription}. */
    public void setShareSubscription(@Nullable Boolean value) {
        shareSubscription = value == null || value;
    }

    /** The client id of the connection (RA-08); of such there can be one at a time. Default none. */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        clientId = present(value);
    }

    /**
     * How many messages the bean works on at a time, in this server; 1 keeps them in order. 1 or more, default
     * {@value #DEFAULT_MAX_CONCURRENCY}. Sessions come and go with the load.
     */
    public Integer getMaxConcurrency() {
        return maxConcurrency;
    }

    /** See {@link #getMaxConcurrency}. */
    public void setMaxConcurrency(@Nullable Integer value) {
        maxConcurrency = value == null ? DEFAULT_MAX_CONCURRENCY : value;
    }

    /**
     * When the server begins the transaction of a delivery (Jakarta Connectors 14.5.6): with {@code B}, the default,
     * the adapter tells it before the message is made ready; with {@code A} the server does so by itself when the bean
     * is called.
     */
    public String getDeliveryOption() {
        return deliveryOption;
    }

    /** See {@link #getDeliveryOption}. */
    public void setDeliveryOption(@Nullable String value) {
        String given = present(value);
        deliveryOption = given == null ? "B" : given;
    }

    /**
     * The lock duration of the queue or subscription. A bean's messages are locked for as long as it works on them,
     * whatever this is; it matters to those who take them with {@code CLIENT_ACKNOWLEDGE}. A duration such as
     * {@code 30s} or {@code PT30S}; default: the queue keeps what it has.
     */
    public @Nullable String getLockDuration() {
        return lockDuration;
    }

    /** See {@link #getLockDuration}. */
    public void setLockDuration(@Nullable String value) {
        lockDuration = present(value);
    }

    /**
     * How often a message is delivered before it goes to the dead-letter queue. 1 or more; default: the queue keeps
     * what it has.
     */
    public @Nullable Integer getMaxDeliveryCount() {
        return maxDeliveryCount;
    }

    /** See {@link #getMaxDeliveryCount}. */
    public void setMaxDeliveryCount(@Nullable Integer value) {
        maxDeliveryCount = value;
    }

    /**
     * How long a message rests whose delivery failed. A duration such as {@code 500ms} or {@code PT0.5S}; default: the
     * queue keeps what it has.
     */
    public @Nullable String getRedeliveryDelay() {
        return redeliveryDelay;
    }

    /** See {@link #getRedeliveryDelay}. */
    public void setRedeliveryDelay(@Nullable String value) {
        redeliveryDelay = present(value);
    }

    /**
     * The queue, which must exist, to which dead letters go in place of the own dead-letter queue; default: the queue
     * keeps what it has.
     */
    public @Nullable String getDeadLetterTo() {
        return deadLetterTo;
    }

    /** See {@link #getDeadLetterTo}. */
    public void setDeadLetterTo(@Nullable String value) {
        deadLetterTo = present(value);
    }

    /** Whether expired messages go to the dead-letter queue; default: the queue keeps what it has. */
    public @Nullable Boolean getDeadLetterOnExpiry() {
        return deadLetterOnExpiry;
    }

    /** See {@link #getDeadLetterOnExpiry}. */
    public void setDeadLetterOnExpiry(@Nullable Boolean value) {
        deadLetterOnExpiry = value;
    }

    /** Reports all that is wrong without asking a store or a naming service (RA-13). */
    @Override
    public void validate() throws InvalidPropertyException {
        check(adapter);
    }

    /** The same, with what a resource adapter says. */
    void check(@Nullable StoreAdapter general) throws InvalidPropertyException {
        ActivationRules.check(settings(), general == null ? null : general.configured(), RestanteActivationSpec.class);
    }

    /** All of it, as it is said. */
    ActivationSettings settings() {
        return new ActivationSettings(
                configured(),
                connectionFactoryLookup,
                new ActivationSettings.Target(destinationLookup, destination, destinationType),
                messageSelector,
                new ActivationSettings.Subscription(subscriptionDurability, subscriptionName, shareSubscription),
                clientId,
                new ActivationSettings.Delivery(acknowledgeMode, deliveryOption, maxConcurrency),
                new ActivationSettings.QueueChange(
                        lockDuration, maxDeliveryCount, redeliveryDelay, deadLetterTo, deadLetterOnExpiry));
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof StoreAdapter ours)) {
            throw new ResourceException("An activation of Restante needs Restante's resource adapter, not " + value);
        }
        if (adapter != null && !adapter.equals(ours)) {
            throw new ResourceException("The activation belongs to another resource adapter already");
        }
        adapter = ours;
    }

    /** By identity. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Names what is consumed. */
    @Override
    public String toString() {
        return "RestanteActivationSpec[" + (destination != null ? destination : destinationLookup) + "]";
    }
}
