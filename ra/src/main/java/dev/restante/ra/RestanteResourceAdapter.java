package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.console.Consoles;
import dev.restante.ra.inbound.Activations;
import dev.restante.ra.server.ServerRegistry;
import dev.restante.ra.store.OpenStores;
import dev.restante.ra.store.StoreSettings;
import dev.restante.ra.store.Stores;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restante in a Jakarta EE server (RA-25). Its configuration is serialised, nothing else. Thread-safe. */
public final class RestanteResourceAdapter extends StoreAdapter {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RestanteResourceAdapter.class);

    private transient OpenStores stores = new OpenStores();
    private transient Activations activations = new Activations(stores);
    private transient Consoles consoles = new Consoles(stores);
    private transient volatile @Nullable BootstrapContext bootstrap;

    @Serial
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        stores = new OpenStores();
        activations = new Activations(stores);
        consoles = new Consoles(stores);
    }

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
        consoles.start();
    }

    @Override
    TransactionSynchronizationRegistry transactionRegistry() {
        BootstrapContext started = bootstrap;
        TransactionSynchronizationRegistry given =
                started == null ? null : started.getTransactionSynchronizationRegistry();
        return given == null ? ServerRegistry.find() : given;
    }

    @Override
    Consoles consoles() {
        return consoles;
    }

    @Override
    void closeAtEnd(RestanteXAConnectionFactory factory) {
        stores.add(factory);
    }

    @Override
    public void stop() {
        consoles.stop();
        activations.endAll();
        stores.close();
        bootstrap = null;
    }

    @Override
    public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec) throws ResourceException {
        BootstrapContext started = bootstrap;
        if (started == null) {
            throw new ResourceAdapterInternalException("The resource adapter has not been started");
        }
        activations.begin(endpoints, spec, ActivationNames.request(ours(spec), this), started.getWorkManager());
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {
        activations.end(endpoints, spec);
    }

    private static RestanteActivationSpec ours(ActivationSpec spec) throws NotSupportedException {
        if (spec instanceof RestanteActivationSpec ours) {
            return ours;
        }
        throw new NotSupportedException("An activation of Restante is configured by a "
                + RestanteActivationSpec.class.getName() + ", not by " + spec);
    }

    /**
     * One for each store, also for activations that are new and were never begun (RA-23). A store that can't be used
     * says so to whoever recovers by it.
     */
    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
        Set<StoreSettings> used = new LinkedHashSet<>();
        for (ActivationSpec spec : specs) {
            RestanteActivationSpec ours = ours(spec);
            try {
                used.add(ActivationNames.store(ours, this).settings());
            } catch (ResourceException missing) {
                if (ours.getConnectionFactoryLookup() == null) {
                    throw missing;
                }
                // Names of the bean are not known to the one who recovers; the connection factory itself is.
                LOG.warn(
                        "Recovery does not find the store of {}, and leaves that to its connection factory",
                        spec,
                        missing);
            }
        }
        List<XAResource> resources = new ArrayList<>();
        for (StoreSettings settings : used) {
            resources.add(stores.factory(settings).createRecoveryResource());
        }
        return resources.toArray(XAResource[]::new);
    }
}
