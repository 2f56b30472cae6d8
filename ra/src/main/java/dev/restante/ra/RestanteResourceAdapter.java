package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.console.ConsoleRegistry;
import dev.restante.ra.inbound.ActivationRegistry;
import dev.restante.ra.server.TransactionRegistryLookup;
import dev.restante.ra.store.ConfiguredPolicies;
import dev.restante.ra.store.ConnectionFactoryBuilder;
import dev.restante.ra.store.ConnectionFactoryRegistry;
import dev.restante.ra.store.PolicySetup;
import dev.restante.ra.store.StoreSettings;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    private transient volatile @Nullable PolicySetup policySetup;

    private @Nullable String policies;

    @Serial
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        factories = new ConnectionFactoryRegistry();
        activations = new ActivationRegistry(factories);
        consoles = new ConsoleRegistry(factories);
    }

    /**
     * Returns the policies that the adapter sets in its store when it starts (POL-01). Each has the parts
     * {@code pattern}, {@code kind} (default {@code queues}), {@code precedence} (default 0) and options, separated by
     * commas; semicolons separate policies. Default: none. Example:
     * {@code pattern=orders.#, maxDeliveryCount=3; pattern=#, kind=dead-letter-queues, defaultTimeToLive=30d}
     */
    @Size(max = 100_000)
    public @Nullable String getPolicies() {
        return policies;
    }

    /** See {@link #getPolicies}. */
    public void setPolicies(@Nullable String value) {
        policies = blankToNull(value);
    }

    /**
     * Checks the configuration and sets the policies. Without policies, stores are opened when they are needed.
     *
     * @throws ResourceAdapterInternalException if the configuration is invalid, or the store rejects a policy
     */
    @Override
    public void start(BootstrapContext context) throws ResourceAdapterInternalException {
        bootstrap = context;
        try {
            StoreSettings settings = mergedWith(null);
            ConnectionFactoryBuilder.check(settings);
            ConfiguredPolicies configured = ConfiguredPolicies.parse(policies);
            if (!configured.isEmpty()) {
                PolicySetup setup = new PolicySetup(configured, factories.factory(settings));
                policySetup = setup;
                setup.start();
            }
        } catch (ResourceException | JMSException refusal) {
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
        PolicySetup setup = policySetup;
        if (setup != null) {
            setup.stop();
            policySetup = null;
        }
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

    @Override
    Map<String, @Nullable Object> identityProperties() {
        Map<String, @Nullable Object> all = super.identityProperties();
        all.put("policies", policies);
        return all;
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
