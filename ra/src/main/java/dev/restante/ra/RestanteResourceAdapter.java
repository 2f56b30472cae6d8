package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
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

    private transient Set<RestanteXAConnectionFactory> factories = ConcurrentHashMap.newKeySet();
    private transient volatile @Nullable TransactionSynchronizationRegistry registry;

    @Serial
    private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
        stream.defaultReadObject();
        factories = ConcurrentHashMap.newKeySet();
    }

    /** Checks the configuration; stores are opened when they are needed. */
    @Override
    public void start(BootstrapContext context) throws ResourceAdapterInternalException {
        registry = context.getTransactionSynchronizationRegistry();
        try {
            Stores.check(orElse(null));
        } catch (ResourceException refusal) {
            throw new ResourceAdapterInternalException(
                    "The resource adapter is configured wrongly: " + refusal.getMessage(), refusal);
        }
    }

    /**
     * The server's, by which sessions find the transactions that they join.
     *
     * @throws IllegalStateException if there is none
     */
    TransactionSynchronizationRegistry transactionRegistry() {
        TransactionSynchronizationRegistry given = registry;
        return given == null ? ServerRegistry.find() : given;
    }

    /** Closes it when the adapter stops. */
    void closeAtEnd(RestanteXAConnectionFactory factory) {
        factories.add(factory);
    }

    @Override
    public void stop() {
        for (RestanteXAConnectionFactory factory : factories) {
            try {
                factory.close();
            } catch (JMSException failure) {
                LOG.warn("A connection factory could not be closed", failure);
            }
        }
        factories.clear();
    }

    @Override
    public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec) throws ResourceException {
        throw new NotSupportedException("Message-driven beans are not supported yet");
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {
        // None is active.
    }

    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) {
        return new XAResource[0];
    }
}
