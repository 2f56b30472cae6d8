package dev.restante.ra.inbound;

import dev.restante.ra.store.StoreUse;
import jakarta.jms.Destination;
import org.jspecify.annotations.Nullable;

/**
 * An activation that a server asks for, with what the names in it lead to.
 *
 * @param settings which have been checked
 * @param use the store, and how it is used
 * @param destination a queue or topic
 */
public record ActivationRequest(ActivationSettings settings, StoreUse use, Destination destination) {

    /** That of the activation, else of its connection factory; null for none. */
    @Nullable
    String clientId() {
        return settings.clientId() == null ? use.clientId() : settings.clientId();
    }
}
