package dev.restante.ra;

import jakarta.resource.ResourceException;
import org.jspecify.annotations.Nullable;

/**
 * Which store an activation uses, and how.
 *
 * @param clientId that of its connection factory; null for none
 */
record StoreUse(StoreSettings settings, @Nullable String clientId) {

    /**
     * That of the connection factory that the activation names, else its own, else the adapter's.
     *
     * @throws ResourceException if there is no such connection factory
     */
    static StoreUse of(RestanteActivationSpec spec, @Nullable RestanteResourceAdapter adapter)
            throws ResourceException {
        String lookup = spec.getConnectionFactoryLookup();
        if (lookup == null) {
            return new StoreUse(spec.orElse(adapter), null);
        }
        Object found = Activations.lookup("connectionFactoryLookup", lookup);
        if (!(found instanceof RestanteJcaConnectionFactory ours)) {
            throw Refusals.property(
                    "connectionFactoryLookup",
                    lookup,
                    "is no connection factory of this resource adapter but "
                            + found.getClass().getName(),
                    null);
        }
        return ours.use();
    }
}
