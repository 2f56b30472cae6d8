package dev.restante.ra;

import dev.restante.ra.base.Refusals;
import dev.restante.ra.inbound.ActivationRequest;
import dev.restante.ra.inbound.ActivationSettings;
import dev.restante.ra.server.NamedDataSource;
import dev.restante.ra.server.ServerNaming;
import dev.restante.ra.store.StoreUse;
import jakarta.jms.Destination;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.ResourceException;
import org.jspecify.annotations.Nullable;

/**
 * The administered objects that an activation names: connection factories and destinations that are configured in the
 * server.
 */
final class ActivationNames {

    private ActivationNames() {}

    /**
     * The activation that a server asks for.
     *
     * @throws ResourceException that names the property, its value and the remedy
     */
    static ActivationRequest request(RestanteActivationSpec spec, @Nullable StoreAdapter adapter)
            throws ResourceException {
        spec.check(adapter);
        StoreUse use = store(spec, adapter);
        NamedDataSource.check(use.settings().dataSource());
        ActivationSettings settings = spec.settings();
        return new ActivationRequest(settings, use, destination(settings.target()));
    }

    /**
     * The store of the connection factory that the activation names, else its own, else the adapter's.
     *
     * @throws ResourceException if there is no such connection factory
     */
    static StoreUse store(RestanteActivationSpec spec, @Nullable StoreAdapter adapter) throws ResourceException {
        String lookup = spec.getConnectionFactoryLookup();
        if (lookup == null) {
            return new StoreUse(spec.orElse(adapter), null);
        }
        Object found = ServerNaming.lookup("connectionFactoryLookup", lookup);
        if (found instanceof RestanteJcaConnectionFactory ours
                && ours.managed() instanceof RestanteManagedConnectionFactory configured) {
            return configured.use();
        }
        throw Refusals.property(
                "connectionFactoryLookup",
                lookup,
                "is no connection factory of this resource adapter but "
                        + found.getClass().getName(),
                null);
    }

    private static Destination destination(ActivationSettings.Target target) throws ResourceException {
        String lookup = target.lookup();
        if (lookup == null) {
            ConfiguredDestination named = target.mustBeTopic() ? new RestanteTopic() : new RestanteQueue();
            named.setName(target.name());
            return (Destination) named;
        }
        Object found = ServerNaming.lookup("destinationLookup", lookup);
        if (!(found instanceof Destination destination)) {
            throw Refusals.property(
                    "destinationLookup",
                    lookup,
                    "is no queue or topic but " + found.getClass().getName(),
                    null);
        }
        String type = target.type();
        boolean fits = type == null || (target.mustBeTopic() ? found instanceof Topic : found instanceof Queue);
        if (!fits) {
            throw Refusals.property(
                    "destinationType", type, "destinationLookup '" + lookup + "' leads to " + found, null);
        }
        return destination;
    }
}
