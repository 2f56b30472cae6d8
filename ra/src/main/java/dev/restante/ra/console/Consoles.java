package dev.restante.ra.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.console.ConsoleRequest;
import dev.restante.ra.server.NamedDataSource;
import dev.restante.ra.store.OpenStores;
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
 * The consoles of a resource adapter, from its start to its stop: one for each store and way to use it, opened by the
 * first request, on the node that the adapter's connections have. Thread-safe: the request that opens a store holds no
 * monitor, and others wait for it.
 */
public final class Consoles {

    private static final Logger LOG = LoggerFactory.getLogger(Consoles.class);

    private final OpenStores stores;

    @GuardedBy("this")
    private boolean started;

    /** Those that are open or being opened; one that could not be opened is not kept. */
    @GuardedBy("this")
    private final Map<ConsoleUse, CompletableFuture<OpenConsole>> consoles = new HashMap<>();

    /** Of stores that are closed after them. */
    public Consoles(OpenStores stores) {
        this.stores = stores;
    }

    /** From now on they answer. */
    public synchronized void start() {
        started = true;
    }

    /** Ends them all, also those that are still being opened. Who asks afterwards is refused. */
    public void stop() {
        List<CompletableFuture<OpenConsole>> ended;
        synchronized (this) {
            started = false;
            ended = new ArrayList<>(consoles.values());
            consoles.clear();
        }
        for (CompletableFuture<OpenConsole> each : ended) {
            CompletableFuture<Void> unused = each.thenAccept(OpenConsole::close);
        }
    }

    /**
     * Answers a request; both are as {@link ConsoleMessages} reads and writes them. What fails is answered, too.
     *
     * @throws IllegalArgumentException for a request that is none
     */
    public Map<String, Object> answer(ConsoleUse use, Map<String, Object> message) {
        ConsoleRequest request = ConsoleMessages.request(message);
        CompletableFuture<OpenConsole> console;
        boolean first = false;
        synchronized (this) {
            if (!started) {
                return ConsoleMessages.unavailable(
                        "The resource adapter of Restante is not running: it has stopped, or was never started.");
            }
            CompletableFuture<OpenConsole> known = consoles.get(use);
            if (known == null) {
                known = new CompletableFuture<>();
                consoles.put(use, known);
                first = true;
            }
            console = known;
        }
        if (first) {
            open(use, console);
        }
        try {
            return ConsoleMessages.answer(console.get().answer(request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ConsoleMessages.unavailable("The server has ended this request.");
        } catch (ExecutionException e) {
            LOG.debug("A request waited for a store that could not be opened", e);
            return ConsoleMessages.unavailable(
                    "The store can't be opened just now. Try again soon; the log of the server tells more.");
        }
    }

    private void open(ConsoleUse use, CompletableFuture<OpenConsole> console) {
        try {
            console.complete(opened(use));
        } catch (Throwable failure) {
            // Whatever it is, nobody may wait for ever.
            LOG.warn("The store of the console can't be opened", failure);
            synchronized (this) {
                consoles.remove(use, console);
            }
            console.completeExceptionally(failure);
        }
    }

    private OpenConsole opened(ConsoleUse use) throws ResourceException, JMSException {
        NamedDataSource.check(use.settings().dataSource());
        return new OpenConsole(stores.factory(use.settings()).admin(), use.readOnly());
    }
}
