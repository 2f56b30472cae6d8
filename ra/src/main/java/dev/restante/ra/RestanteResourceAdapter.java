package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.console.ConsoleRegistry;
import dev.restante.ra.inbound.ActivationRegistry;
import dev.restante.ra.server.TransactionRegistryLookup;
import dev.restante.ra.store.ConnectionFactoryBuilder;
import dev.restante.ra.store.ConnectionFactoryRegistry;
import dev.restante.ra.store.StoreSettings;
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

/**
 * Resource adapter of Restante for Jakarta EE servers (RA-25). Serialization includes only the configuration.
 * Thread-safe.
 */
public final class RestanteResourceAdapter extends StoreResourceAdapter {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(RestanteResourceAdapter.class);

    private transient ConnectionFactoryRegistry factories = new ConnectionFactoryRegistry();
    private transient ActivationRegistry activations = new ActivationRegistry(factories);
    private transient ConsoleRegistry consoles = new ConsoleRegistry(factories);
    private transient volatile @Nullable BootstrapContext bootstrap;

    @Serial
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        factories = new ConnectionFactoryRegistry();
        activations = new ActivationRegistry(factories);
        consoles = new ConsoleRegistry(factories);
    }

    /** Checks the configuration. Stores are opened when they are needed. */
    @Override
    public void start(BootstrapContext context) throws ResourceAdapterInternalException {
        bootstrap = context;
        try {
            ConnectionFactoryBuilder.check(mergedWith(null));
        } catch (ResourceException refusal) {
            throw new ResourceAdapterInternalException(
                    "The configuration of the resource adapter is invalid: " + refusal.getMessage(), refusal);
        }
        consoles.start();
    }

    @Override
    TransactionSynchronizationRegistry transactionRegistry() {
        BootstrapContext started = bootstrap;
        TransactionSynchronizationRegistry given =
                started == null ? null : started.getTransactionSynchronizationRegistry();
        return given == null ? TransactionRegistryLookup.find() : given;
    }

    @Override
    ConsoleRegistry consoles() {
        return consoles;
    }

    @Override
    void closeOnStop(RestanteXAConnectionFactory factory) {
        factories.add(factory);
    }

    @Override
    public void stop() {
        consoles.stop();
        activations.stopAll();
        factories.close();
        bootstrap = null;
    }

    @Override
    public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec) throws ResourceException {
        BootstrapContext started = bootstrap;
        if (started == null) {
            throw new ResourceAdapterInternalException("The resource adapter is not started");
        }
        activations.start(
                endpoints, spec, ActivationResolver.resolve(requireOwnSpec(spec), this), started.getWorkManager());
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {
        activations.stop(endpoints, spec);
    }

    private static RestanteActivationSpec requireOwnSpec(ActivationSpec spec) throws NotSupportedException {
        if (spec instanceof RestanteActivationSpec ours) {
            return ours;
        }
        throw new NotSupportedException("An activation of Restante must be configured by a "
                + RestanteActivationSpec.class.getName() + ", not by " + spec);
    }

    /**
     * Returns one resource for each store (RA-23). The list includes stores of new activations that never started.
     *
     * <p>The resource of an unavailable store reports the failure to the transaction manager that recovers with it.
     */
    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
        Set<StoreSettings> used = new LinkedHashSet<>();
        for (ActivationSpec spec : specs) {
            RestanteActivationSpec ours = requireOwnSpec(spec);
            try {
                used.add(ActivationResolver.resolveStore(ours, this).settings());
            } catch (ResourceException missing) {
                if (ours.getConnectionFactoryLookup() == null) {
                    throw missing;
                }
                // The recovering thread cannot resolve names of the bean. The connection factory itself is also
                // recovered.
                LOG.warn(
                        "Recovery cannot find the store of {}. The connection factory of the activation recovers it.",
                        spec,
                        missing);
            }
        }
        List<XAResource> resources = new ArrayList<>();
        for (StoreSettings settings : used) {
            resources.add(factories.factory(settings).createRecoveryResource());
        }
        return resources.toArray(XAResource[]::new);
    }
}
