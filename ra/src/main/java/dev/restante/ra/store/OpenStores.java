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

/** The provider's connection factories that a resource adapter has to close when it stops. Thread-safe. */
public final class OpenStores {

    private static final Logger LOG = LoggerFactory.getLogger(OpenStores.class);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    @GuardedBy("this")
    private final Set<RestanteXAConnectionFactory> factories = new HashSet<>();

    @GuardedBy("this")
    private final Map<StoreSettings, RestanteXAConnectionFactory> shared = new HashMap<>();

    /** The one for a store and how it is used, for all activations and for recovery; it has no client id. */
    public synchronized RestanteXAConnectionFactory factory(StoreSettings settings) throws InvalidPropertyException {
        RestanteXAConnectionFactory made = shared.get(settings);
        if (made == null) {
            made = Stores.factory(settings, null);
            shared.put(settings, made);
            factories.add(made);
        }
        return made;
    }

    /** Takes over a factory. */
    public synchronized void add(RestanteXAConnectionFactory factory) {
        factories.add(factory);
    }

    /** Closes them all, for which it waits a while; they open again when they are used again. */
    public void close() {
        List<RestanteXAConnectionFactory> closed;
        synchronized (this) {
            closed = new ArrayList<>(factories);
        }
        // A bean that hangs keeps its connection from being closed for as long as it does.
        WorkerThread closing = WorkerThread.forApplication(() -> closed.forEach(OpenStores::close), "restante-closing");
        closing.start();
        if (!closing.awaitEnd(PATIENCE_NANOS)) {
            LOG.warn("Stores are still in use; they are closed when what uses them has ended");
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
