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
 * Activation configuration of a message-driven bean (RA-12).
 *
 * <p>It has the properties of Jakarta Messaging 13.1 and of the Enterprise Beans specification, and properties of
 * Restante. Property values are texts, or numbers and booleans in text form, as in {@code @ActivationConfigProperty}.
 * The store properties of this object take precedence over the named connection factory, and that takes precedence over
 * the resource adapter (RA-15).
 *
 * <p>Two specs are equal only if they are the same object, because two beans can have the same configuration. Not
 * thread-safe during configuration.
 */
public final class RestanteActivationSpec extends StoreProperties implements ActivationSpec {

    /** Default number of messages that a bean processes at a time. */
    public static final int DEFAULT_MAX_CONCURRENCY = 10;

    private static final String DURATION_PATTERN = "\\d{1,18}(ms|s|m|h|d)|P.+";

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

    @Pattern(regexp = DURATION_PATTERN)
    private @Nullable String lockDuration;

    @Min(1)
    private @Nullable Integer maxDeliveryCount;

    @Pattern(regexp = DURATION_PATTERN)
    private @Nullable String redeliveryDelay;

    private @Nullable String deadLetterTo;
    private @Nullable Boolean deadLetterOnExpiry;
    private @Nullable StoreResourceAdapter adapter;

    /** Returns the JNDI name of the queue or topic (RA-02). Either this or {@link #getDestination} is required. */
    public @Nullable String getDestinationLookup() {
        return destinationLookup;
    }

    /** See {@link #getDestinationLookup}. */
    public void setDestinationLookup(@Nullable String value) {
        destinationLookup = blankToNull(value);
    }

    /**
     * Returns the name of the queue or topic in the store. Either this or {@link #getDestinationLookup} is required.
     */
    public @Nullable String getDestination() {
        return destination;
    }

    /** See {@link #getDestination}. */
    public void setDestination(@Nullable String value) {
        destination = blankToNull(value);
    }

    /**
     * Returns {@code jakarta.jms.Queue} or {@code jakarta.jms.Topic} (RA-06).
     *
     * <p>Default: the type of the destination with the JNDI name, or a queue if the destination is named in the store.
     */
    public @Nullable String getDestinationType() {
        return destinationType;
    }

    /** See {@link #getDestinationType}. */
    public void setDestinationType(@Nullable String value) {
        destinationType = blankToNull(value);
    }

    /**
     * Returns the JNDI name of a Restante connection factory whose store the activation uses (RA-03). Default: the
     * store of the resource adapter.
     */
    public @Nullable String getConnectionFactoryLookup() {
        return connectionFactoryLookup;
    }

    /** See {@link #getConnectionFactoryLookup}. */
    public void setConnectionFactoryLookup(@Nullable String value) {
        connectionFactoryLookup = blankToNull(value);
    }

    /**
     * Returns {@code Auto-acknowledge}, the default, or {@code Dups-ok-acknowledge}.
     *
     * <p>The mode applies to messages whose delivery is not transacted (RA-04).
     */
    public String getAcknowledgeMode() {
        return acknowledgeMode;
    }

    /** See {@link #getAcknowledgeMode}. */
    public void setAcknowledgeMode(@Nullable String value) {
        String given = blankToNull(value);
        acknowledgeMode = given == null ? "Auto-acknowledge" : given;
    }

    /** Returns the JMS selector of the consumed messages (RA-05). Default: all messages. */
    public @Nullable String getMessageSelector() {
        return messageSelector;
    }

    /** See {@link #getMessageSelector}. */
    public void setMessageSelector(@Nullable String value) {
        messageSelector = blankToNull(value);
    }

    /** Returns {@code Durable} or {@code NonDurable}, the default. For topics only (RA-07). */
    public String getSubscriptionDurability() {
        return subscriptionDurability;
    }

    /** See {@link #getSubscriptionDurability}. */
    public void setSubscriptionDurability(@Nullable String value) {
        String given = blankToNull(value);
        subscriptionDurability = given == null ? "NonDurable" : given;
    }

    /** Returns the name of the subscription (RA-09). Required for a durable subscription. Default: none. */
    public @Nullable String getSubscriptionName() {
        return subscriptionName;
    }

    /** See {@link #getSubscriptionName}. */
    public void setSubscriptionName(@Nullable String value) {
        subscriptionName = blankToNull(value);
    }

    /**
     * Returns whether a named subscription is shared, so that beans of several servers consume from it together.
     * Default: true.
     */
    public Boolean getShareSubscription() {
        return shareSubscription;
    }

    /** See {@link #getShareSubscription}. */
    public void setShareSubscription(@Nullable Boolean value) {
        shareSubscription = value == null || value;
    }

    /** Returns the client id of the connection (RA-08), which only one connection at a time can use. Default: none. */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        clientId = blankToNull(value);
    }

    /**
     * Returns the highest number of messages that the bean processes at a time in this server. 1 keeps them in order.
     *
     * <p>Minimum 1, default {@value #DEFAULT_MAX_CONCURRENCY}. The number of sessions grows and shrinks with the load.
     */
    public Integer getMaxConcurrency() {
        return maxConcurrency;
    }

    /** See {@link #getMaxConcurrency}. */
    public void setMaxConcurrency(@Nullable Integer value) {
        maxConcurrency = value == null ? DEFAULT_MAX_CONCURRENCY : value;
    }

    /**
     * Returns the delivery option of Jakarta Connectors 14.5.6, which says when the server begins the transaction of a
     * delivery.
     *
     * <p>With {@code B}, the default, the adapter notifies the server before it delivers the message. With {@code A},
     * the server begins the transaction itself when it calls the bean.
     */
    public String getDeliveryOption() {
        return deliveryOption;
    }

    /** See {@link #getDeliveryOption}. */
    public void setDeliveryOption(@Nullable String value) {
        String given = blankToNull(value);
        deliveryOption = given == null ? "B" : given;
    }

    /**
     * Returns the lock duration to set on the queue or subscription, for example {@code 30s} or {@code PT30S}. Default:
     * no change.
     *
     * <p>Messages of a bean are locked during the whole delivery. The option affects {@code CLIENT_ACKNOWLEDGE}
     * consumers.
     */
    public @Nullable String getLockDuration() {
        return lockDuration;
    }

    /** See {@link #getLockDuration}. */
    public void setLockDuration(@Nullable String value) {
        lockDuration = blankToNull(value);
    }

    /**
     * Returns the number of deliveries to set on the queue, after which a message is dead-lettered. Minimum 1. Default:
     * no change.
     */
    public @Nullable Integer getMaxDeliveryCount() {
        return maxDeliveryCount;
    }

    /** See {@link #getMaxDeliveryCount}. */
    public void setMaxDeliveryCount(@Nullable Integer value) {
        maxDeliveryCount = value;
    }

    /**
     * Returns the redelivery delay to set on the queue, for example {@code 500ms} or {@code PT0.5S}. Default: no
     * change.
     */
    public @Nullable String getRedeliveryDelay() {
        return redeliveryDelay;
    }

    /** See {@link #getRedeliveryDelay}. */
    public void setRedeliveryDelay(@Nullable String value) {
        redeliveryDelay = blankToNull(value);
    }

    /**
     * Returns the existing queue to set as the target of dead letters in place of the dead-letter queue. Default: no
     * change.
     */
    public @Nullable String getDeadLetterTo() {
        return deadLetterTo;
    }

    /** See {@link #getDeadLetterTo}. */
    public void setDeadLetterTo(@Nullable String value) {
        deadLetterTo = blankToNull(value);
    }

    /** Returns whether to set that expired messages are dead-lettered. Default: no change. */
    public @Nullable Boolean getDeadLetterOnExpiry() {
        return deadLetterOnExpiry;
    }

    /** See {@link #getDeadLetterOnExpiry}. */
    public void setDeadLetterOnExpiry(@Nullable Boolean value) {
        deadLetterOnExpiry = value;
    }

    /** Reports all invalid properties without access to a store or to JNDI (RA-13). */
    @Override
    public void validate() throws InvalidPropertyException {
        check(adapter);
    }

    /** Validates the properties together with those of a resource adapter. */
    void check(@Nullable StoreResourceAdapter adapter) throws InvalidPropertyException {
        ActivationRules.check(
                settings(), adapter == null ? null : adapter.ownConfiguration(), RestanteActivationSpec.class);
    }

    /** Returns all properties as configured. */
    ActivationSettings settings() {
        return new ActivationSettings(
                ownConfiguration(),
                connectionFactoryLookup,
                new ActivationSettings.DestinationSettings(destinationLookup, destination, destinationType),
                messageSelector,
                new ActivationSettings.SubscriptionSettings(
                        subscriptionDurability, subscriptionName, shareSubscription),
                clientId,
                new ActivationSettings.DeliverySettings(acknowledgeMode, deliveryOption, maxConcurrency),
                new ActivationSettings.QueueOptionSettings(
                        lockDuration, maxDeliveryCount, redeliveryDelay, deadLetterTo, deadLetterOnExpiry));
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof StoreResourceAdapter ours)) {
            throw new ResourceException(
                    "An activation of Restante needs the resource adapter of Restante, not " + value);
        }
        if (adapter != null && !adapter.equals(ours)) {
            throw new ResourceException("The activation already belongs to another resource adapter");
        }
        adapter = ours;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Returns a text with the name of the destination. */
    @Override
    public String toString() {
        return "RestanteActivationSpec[" + (destination != null ? destination : destinationLookup) + "]";
    }
}
