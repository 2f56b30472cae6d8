package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.io.Serial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restante in a Jakarta EE server (RA-25). Thread-safe. */
public final class RestanteResourceAdapter extends StoreProperties implements ResourceAdapter {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RestanteResourceAdapter.class);

    private final transient Set<RestanteXAConnectionFactory> factories = ConcurrentHashMap.newKeySet();
    private final transient Map<StoreSettings, RestanteXAConnectionFactory> shared = new HashMap<>();
    private final transient Activations activations = new Activations(this);
    private transient volatile @Nullable BootstrapContext bootstrap;

    /** Checks the configuration; stores are opened when they are needed. */
    @Override
    public void start(BootstrapContext context) throws ResourceAdapterInternalException {
        bootstrap = context;
        try {
            Stores.check(orElse(null));
        } catch (ResourceException refusal) {
            throw new ResourceAdapterInternalException(
                    "The resource adapter is configured wrongly: " + refusal.getMessage(), refusal);
        }
    }

    /** Closes it when the adapter stops. */
    void closeAtEnd(RestanteXAConnectionFactory factory) {
        factories.add(factory);
    }

    @Override
    public void stop() {
        activations.endAll();
        for (RestanteXAConnectionFactory factory : factories) {
            try {
                factory.close();
            } catch (JMSException failure) {
                LOG.warn("A connection factory could not be closed", failure);
            }
        }
        factories.clear();
        synchronized (shared) {
            shared.clear();
        }
        bootstrap = null;
    }

    @Override
    public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec) throws ResourceException {
        activations.begin(endpoints, ours(spec), required(bootstrap).getWorkManager());
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {
        if (spec instanceof RestanteActivationSpec ours) {
            activations.end(endpoints, ours);
        }
    }

    private static RestanteActivationSpec ours(ActivationSpec spec) throws NotSupportedException {
        if (spec instanceof RestanteActivationSpec ours) {
            return ours;
        }
        throw new NotSupportedException("An activation of Restante is configured by a "
                + RestanteActivationSpec.class.getName() + ", not by " + spec);
    }

    private static BootstrapContext required(@Nullable BootstrapContext started)
            throws ResourceAdapterInternalException {
        if (started == null) {
            throw new ResourceAdapterInternalException("The resource adapter has not been started");
        }
        return started;
    }

    /** One for each store, also for activations that are new and were never begun (RA-23). A store that can't be used says so to whoever recovers by it. */
    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
        Set<StoreSettings> stores = new LinkedHashSet<>();
        for (ActivationSpec spec : specs) {
            stores.add(StoreUse.of(ours(spec), this).settings());
        }
        List<XAResource> resources = new ArrayList<>();
        for (StoreSettings store : stores) {
            resources.add(factory(store).createRecoveryResource());
        }
        return resources.toArray(XAResource[]::new);
    }

    /** The one for a store and how it is used, for activations and recovery. */
    RestanteXAConnectionFactory factory(StoreSettings settings) throws InvalidPropertyException {
        synchronized (shared) {
            RestanteXAConnectionFactory made = shared.get(settings);
            if (made == null) {
                made = Stores.factory(settings, null);
                shared.put(settings, made);
                closeAtEnd(made);
            }
            return made;
        }
    }
}
