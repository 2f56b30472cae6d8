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
 * HTTP server of the JDK that serves a console on its own port.
 *
 * <p>The numbers of threads and connections are limited. The server disconnects a client that takes longer than 10
 * seconds to send a request or 60 seconds to read a response. A slow client can then block other clients only briefly.
 */
public final class ConsoleServer implements AutoCloseable {

    private static final int THREADS = 24;
    private static final int BACKLOG = 64;
    private static final int MAX_CONNECTIONS = 200;
    private static final int SLOWEST_REQUEST_SECONDS = 10;
    private static final int SLOWEST_RESPONSE_SECONDS = 60;

    private final HttpServer server;
    private final ExecutorService threads;

    private ConsoleServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts a server for a console.
     *
     * @param console the console, which {@link #close} leaves open
     * @param address the address to listen on; port 0 chooses a free port
     * @param base the base path of the console without a slash at the end, for example {@code /restante}. A proxy in
     *     front of the server must pass the path on unchanged. Empty if the console is at the root
     * @throws IOException if the server cannot listen on the address
     * @throws IllegalArgumentException if the base path is invalid
     */
    public static ConsoleServer start(Console console, InetSocketAddress address, String base) throws IOException {
        ConsoleRequest.validateBasePath(base);
        // The JDK reads these properties when it creates the first server. Values that are already set take precedence.
        setDefaultProperty("sun.net.httpserver.maxReqTime", SLOWEST_REQUEST_SECONDS);
        setDefaultProperty("sun.net.httpserver.maxRspTime", SLOWEST_RESPONSE_SECONDS);
        setDefaultProperty("jdk.httpserver.maxConnections", MAX_CONNECTIONS);
        HttpServer server = HttpServer.create(address, BACKLOG);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> thread(task));
        server.setExecutor(threads);
        server.createContext("/", exchange -> exchange(console, base, exchange));
        startAsDaemon(server);
        return new ConsoleServer(server, threads);
    }

    /** Starts the server from a daemon thread, because the server's own thread inherits that. */
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

    /** Returns a daemon thread, so that the console does not keep the JVM running. */
    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "restante-console");
        thread.setDaemon(true);
        return thread;
    }

    private static void setDefaultProperty(String property, int value) {
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
                    new ConsoleRequest.Client(
                            exchange.getRemoteAddress().getAddress().getHostAddress(), false, null)));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            boolean withBody = !exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(response.status(), withBody ? response.body().length : -1);
            if (withBody) {
                exchange.getResponseBody().write(response.body());
            }
        }
    }

    /** Returns the address that the server listens on, with the actual port. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Stops the server immediately. Responses that are being sent may be cut off. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
