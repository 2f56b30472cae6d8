package dev.restante.jms.core;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import jakarta.jms.IllegalStateException;
import org.jspecify.annotations.Nullable;

/**
 * Queue or subscription that consumers receive from, with a count of its users: a consumer, its accepted message
 * groups, and the call that opens them. The last user ends the registration at the subscription (GRP-05), at which the
 * broker sees one active consumer. Thread-safe.
 */
public final class ConsumedEntity {

    private final Entity entity;
    private final @Nullable SubscriptionHandle subscription;
    private int users = 1;

    private ConsumedEntity(Entity entity, @Nullable SubscriptionHandle subscription) {
        this.entity = entity;
        this.subscription = subscription;
    }

    /** Returns a queue with the caller as its user. */
    static ConsumedEntity of(Entity queue) {
        return new ConsumedEntity(queue, null);
    }

    /** Returns a subscription with the caller as its user. */
    public static ConsumedEntity of(SubscriptionHandle subscription) {
        return new ConsumedEntity(subscription.entity(), subscription);
    }

    /** Returns the queue, or the subscription in its current form. */
    public Entity entity() {
        return subscription == null ? entity : subscription.entity();
    }

    public boolean isSubscription() {
        return subscription != null;
    }

    /** Adds a user. */
    public synchronized void acquire() throws IllegalStateException {
        if (users <= 0) {
            throw new IllegalStateException(
                    "The consumer of " + DisplayText.quote(entity().name()) + " is closed. Create a new one.",
                    ErrorCodes.CLOSED);
        }
        users++;
    }

    /**
     * Removes a user. After the last one, the registration at a subscription ends: at once if the subscription is
     * durable, else after its last message is settled.
     */
    public void release(PendingConsumerCloser pendingConsumers) {
        if (removeUser() && subscription != null) {
            pendingConsumers.add(
                    subscription, requireNonNull(entity.subscription()).kind().durable());
        }
    }

    private synchronized boolean removeUser() {
        users--;
        return users == 0;
    }
}
