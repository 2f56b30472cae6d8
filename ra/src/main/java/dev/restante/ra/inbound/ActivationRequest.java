package dev.restante.ra.inbound;

import dev.restante.ra.store.StoreReference;
import jakarta.jms.Destination;
import org.jspecify.annotations.Nullable;

/**
 * Request of a server to activate a bean, with resolved store and destination.
 *
 * @param settings the validated properties
 */
public record ActivationRequest(ActivationSettings settings, StoreReference storeReference, Destination destination) {

    /** Returns the client id of the activation or of its connection factory, or null. */
    @Nullable
    String clientId() {
        return settings.clientId() == null ? storeReference.clientId() : settings.clientId();
    }
}
