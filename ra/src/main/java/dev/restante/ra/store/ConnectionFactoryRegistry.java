package dev.restante.ra.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.model.WorkerThread;
import jakarta.jms.JMSException;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registry of the provider's connection factories that a resource adapter closes when it stops. Thread-safe. */
public final class ConnectionFactoryRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionFactoryRegistry.class);

    private static final long CLOSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    @GuardedBy("this")
    private final Set<RestanteXAConnectionFactory> factories = new HashSet<>();

    @GuardedBy("this")
    private final Map<StoreSettings, RestanteXAConnectionFactory> factoriesBySettings = new HashMap<>();

    /**
     * Returns the connection factory with these settings and without a client id, for all activations and for recovery.
     */
    public synchronized RestanteXAConnectionFactory factory(StoreSettings settings) throws InvalidPropertyException {
        RestanteXAConnectionFactory made = factoriesBySettings.get(settings);
        if (made == null) {
            made = ConnectionFactoryBuilder.factory(settings, null);
            factoriesBySettings.put(settings, made);
            factories.add(made);
        }
        return made;
    }

    public synchronized void add(RestanteXAConnectionFactory factory) {
        factories.add(factory);
    }

    /** Closes all connection factories, which open again when used, and waits up to ten seconds. */
    public void close() {
        List<RestanteXAConnectionFactory> closed;
        synchronized (this) {
            closed = new ArrayList<>(factories);
        }
        // A bean that hangs delays the close of its connection until it returns.
        WorkerThread closing =
                WorkerThread.forApplication(() -> closed.forEach(ConnectionFactoryRegistry::close), "restante-closing");
        closing.start();
        if (!closing.awaitEnd(CLOSE_TIMEOUT_NANOS)) {
            LOG.warn("Some stores are still in use. Restante closes them when their last use ends.");
        }
    }

    private static void close(RestanteXAConnectionFactory factory) {
        try {
            factory.close();
        } catch (JMSException | RuntimeException failure) {
            LOG.warn("A connection factory could not be closed", failure);
        }
    }
}
