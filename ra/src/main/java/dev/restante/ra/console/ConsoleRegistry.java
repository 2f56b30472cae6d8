package dev.restante.ra.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.console.ConsoleRequest;
import dev.restante.ra.server.JndiDataSource;
import dev.restante.ra.store.ConnectionFactoryRegistry;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the consoles of a resource adapter, opened by their first request. Thread-safe.
 *
 * <p>It has one console for each key, which uses the node of the adapter's connections. The first request opens the
 * store without holding a monitor, and further requests for this console wait for it.
 */
public final class ConsoleRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleRegistry.class);

    private final ConnectionFactoryRegistry factories;

    @GuardedBy("this")
    private boolean started;

    /** Consoles that are open or being opened. */
    @GuardedBy("this")
    private final Map<ConsoleKey, CompletableFuture<OpenConsole>> consoles = new HashMap<>();

    /**
     * Creates a registry.
     *
     * @param factories the connection factories, which are closed after the consoles
     */
    public ConsoleRegistry(ConnectionFactoryRegistry factories) {
        this.factories = factories;
    }

    public synchronized void start() {
        started = true;
    }

    /** Closes all consoles, even those that are still being opened. Later requests are rejected. */
    public void stop() {
        List<CompletableFuture<OpenConsole>> closed;
        synchronized (this) {
            started = false;
            closed = new ArrayList<>(consoles.values());
            consoles.clear();
        }
        for (CompletableFuture<OpenConsole> each : closed) {
            CompletableFuture<Void> unused = each.thenAccept(OpenConsole::close);
        }
    }

    /**
     * Answers a request. Failures become responses, too.
     *
     * @param message the request in the format of {@link ConsoleMessageCodec}
     * @throws IllegalArgumentException if the request is malformed
     */
    public Map<String, Object> handle(ConsoleKey key, Map<String, Object> message) {
        ConsoleRequest request = ConsoleMessageCodec.request(message);
        CompletableFuture<OpenConsole> console;
        boolean first = false;
        synchronized (this) {
            if (!started) {
                return ConsoleMessageCodec.unavailable("The resource adapter of Restante is not running.");
            }
            CompletableFuture<OpenConsole> existing = consoles.get(key);
            if (existing == null) {
                existing = new CompletableFuture<>();
                consoles.put(key, existing);
                first = true;
            }
            console = existing;
        }
        if (first) {
            open(key, console);
        }
        try {
            return ConsoleMessageCodec.answer(console.get().answer(request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ConsoleMessageCodec.unavailable("The application server interrupted this request.");
        } catch (ExecutionException e) {
            LOG.debug("A request waited for a store that could not be opened", e);
            return ConsoleMessageCodec.unavailable(
                    "The store cannot be opened. Try again later. See the log of the application server for details.");
        }
    }

    private void open(ConsoleKey key, CompletableFuture<OpenConsole> console) {
        try {
            console.complete(opened(key));
        } catch (Throwable failure) {
            // Every failure completes the future, because other requests may wait for it.
            LOG.warn("The store of the console cannot be opened", failure);
            synchronized (this) {
                consoles.remove(key, console);
            }
            console.completeExceptionally(failure);
        }
    }

    private OpenConsole opened(ConsoleKey key) throws ResourceException, JMSException {
        JndiDataSource.requireBound(key.settings().dataSource());
        return new OpenConsole(factories.factory(key.settings()).admin(), key.readOnly());
    }
}
