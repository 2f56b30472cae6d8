package dev.restante.console.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The console behind the JDK's HTTP server. Connections and threads are bounded, and a client that sends or reads
 * slowly is let go after some seconds, so that nobody keeps others out for longer.
 */
public final class ConsoleServer implements AutoCloseable {

    private static final int THREADS = 24;
    private static final int BACKLOG = 64;
    private static final int MOST_CONNECTIONS = 200;
    private static final int SLOWEST_REQUEST_SECONDS = 10;
    private static final int SLOWEST_RESPONSE_SECONDS = 60;

    private final HttpServer server;
    private final ExecutorService threads;

    private ConsoleServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Serves a console.
     *
     * @param console is not closed with the server
     * @param address port 0 for a free one
     * @param base the path under which it is, as {@code /restante} behind a proxy that serves others, too, and passes
     *     the path on as it is; without a slash at its end, empty for all of the port
     * @throws IOException if nobody can listen there
     * @throws IllegalArgumentException for a path that is none
     */
    public static ConsoleServer start(Console console, InetSocketAddress address, String base) throws IOException {
        ConsoleRequest.checkBase(base);
        // Read when the first server is made. What was set for this JVM counts more.
        bound("sun.net.httpserver.maxReqTime", SLOWEST_REQUEST_SECONDS);
        bound("sun.net.httpserver.maxRspTime", SLOWEST_RESPONSE_SECONDS);
        bound("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
        HttpServer server = HttpServer.create(address, BACKLOG);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> thread(task));
        server.setExecutor(threads);
        server.createContext("/", exchange -> exchange(console, base, exchange));
        startAsDaemon(server);
        return new ConsoleServer(server, threads);
    }

    /** Its own thread is a daemon if the one that starts it is. */
    private static void startAsDaemon(HttpServer server) {
        Thread starter = thread(server::start);
        starter.start();
        boolean interrupted = false;
        while (starter.isAlive()) {
            try {
                starter.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A daemon: the application decides for how long it runs. */
    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "restante-console");
        thread.setDaemon(true);
        return thread;
    }

    private static void bound(String property, int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, String.valueOf(value));
        }
    }

    private static void exchange(Console console, String base, HttpExchange exchange) throws IOException {
        try (exchange) {
            ConsoleResponse response = console.handle(new ConsoleRequest(
                    exchange.getRequestMethod(),
                    base,
                    exchange.getRequestURI().getRawPath(),
                    Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
                    exchange.getRequestHeaders(),
                    exchange.getRequestBody(),
                    new ConsoleRequest.Sender(
                            exchange.getRemoteAddress().getAddress().getHostAddress(), false, null)));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            boolean withBody = !exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(response.status(), withBody ? response.body().length : -1);
            if (withBody) {
                exchange.getResponseBody().write(response.body());
            }
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Ends it; what it answers just now may be cut off. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
