package dev.restante.ra;

import dev.restante.ra.base.PropertyExceptions;
import dev.restante.ra.inbound.ActivationRequest;
import dev.restante.ra.inbound.ActivationSettings;
import dev.restante.ra.server.JndiDataSource;
import dev.restante.ra.server.NamingLookup;
import dev.restante.ra.store.StoreReference;
import jakarta.jms.Destination;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.ResourceException;
import org.jspecify.annotations.Nullable;

/** Resolver of the connection factory and destination that an activation names. */
final class ActivationResolver {

    private ActivationResolver() {}

    /**
     * Returns the request of a server with its names resolved.
     *
     * @throws ResourceException that names the property, its value and the remedy
     */
    static ActivationRequest resolve(RestanteActivationSpec spec, @Nullable StoreResourceAdapter adapter)
            throws ResourceException {
        spec.check(adapter);
        StoreReference storeReference = resolveStore(spec, adapter);
        JndiDataSource.requireBound(storeReference.settings().dataSource());
        ActivationSettings settings = spec.settings();
        return new ActivationRequest(settings, storeReference, destination(settings.target()));
    }

    /**
     * Returns the store of the connection factory that the activation names. Without such a name, returns the store of
     * the activation itself or of the resource adapter.
     *
     * @throws ResourceException if the connection factory does not exist
     */
    static StoreReference resolveStore(RestanteActivationSpec spec, @Nullable StoreResourceAdapter adapter)
            throws ResourceException {
        String lookup = spec.getConnectionFactoryLookup();
        if (lookup == null) {
            return new StoreReference(spec.mergedWith(adapter), null);
        }
        Object found = NamingLookup.lookup("connectionFactoryLookup", lookup);
        if (found instanceof RestanteJcaConnectionFactory ours
                && ours.managedFactory() instanceof RestanteManagedConnectionFactory configured) {
            return configured.storeReference();
        }
        throw PropertyExceptions.property(
                "connectionFactoryLookup",
                lookup,
                "it is not a connection factory of this resource adapter but a "
                        + found.getClass().getName(),
                null);
    }

    private static Destination destination(ActivationSettings.DestinationSettings target) throws ResourceException {
        String lookup = target.lookup();
        if (lookup == null) {
            ConfiguredDestination named = target.mustBeTopic() ? new RestanteTopic() : new RestanteQueue();
            named.setName(target.name());
            return (Destination) named;
        }
        Object found = NamingLookup.lookup("destinationLookup", lookup);
        if (!(found instanceof Destination destination)) {
            throw PropertyExceptions.property(
                    "destinationLookup",
                    lookup,
                    "it is not a queue or topic but a " + found.getClass().getName(),
                    null);
        }
        String type = target.type();
        boolean fits = type == null || (target.mustBeTopic() ? found instanceof Topic : found instanceof Queue);
        if (!fits) {
            throw PropertyExceptions.property(
                    "destinationType", type, "destinationLookup '" + lookup + "' refers to " + found, null);
        }
        return destination;
    }
}
