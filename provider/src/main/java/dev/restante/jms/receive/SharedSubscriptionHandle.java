package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import jakarta.jms.IllegalStateException;
import org.jspecify.annotations.Nullable;

/**
 * Reference count of the registration that a consumer and its accepted message groups share at a subscription, which
 * the last of them closes (GRP-05). The broker sees one active consumer. Thread-safe.
 */
final class SharedSubscriptionHandle {

    private final SubscriptionHandle subscriptionHandle;
    private int users = 1;

    SharedSubscriptionHandle(SubscriptionHandle subscriptionHandle) {
        this.subscriptionHandle = subscriptionHandle;
    }

    Entity entity() {
        return subscriptionHandle.entity();
    }

    synchronized void acquire() throws IllegalStateException {
        if (users == 0) {
            throw new IllegalStateException(
                    "The consumer of " + DisplayText.quote(entity().name()) + " is closed. Create a new one.",
                    ErrorCodes.CLOSED);
        }
        users++;
    }

    /** Removes a user. Returns the handle to close after the last user, or else null. */
    synchronized @Nullable SubscriptionHandle release() {
        users--;
        return users == 0 ? subscriptionHandle : null;
    }
}
