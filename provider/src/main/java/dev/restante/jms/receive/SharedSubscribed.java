package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Subscribed;
import dev.restante.model.Entity;
import jakarta.jms.IllegalStateException;
import org.jspecify.annotations.Nullable;

/**
 * One active consumer of a subscription as the broker sees it: a consumer of the application and the message groups
 * that were accepted through it (GRP-05). It ends with the last of them. Thread-safe.
 */
final class SharedSubscribed {

    private final Subscribed subscribed;
    private int sharing = 1;

    /** Shared by nobody else yet. */
    SharedSubscribed(Subscribed subscribed) {
        this.subscribed = subscribed;
    }

    /** The subscription, as it is now. */
    Entity entity() {
        return subscribed.entity();
    }

    /** One more shares it. */
    synchronized void enter() throws IllegalStateException {
        if (sharing == 0) {
            throw new IllegalStateException("The consumer is closed", ErrorCodes.CLOSED);
        }
        sharing++;
    }

    /** One has ended. Returns what ends with the last; null as long as there are others. */
    synchronized @Nullable Subscribed leave() {
        sharing--;
        return sharing == 0 ? subscribed : null;
    }
}
