package dev.restante.spring.boot;

import dev.restante.console.server.ConsoleServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Lifecycle bean that serves the console on its own port while the application runs, without keeping it alive. */
public final class ConsoleServerLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final ApplicationConsole console;
    private final InetSocketAddress bindAddress;
    private final String path;

    private volatile @Nullable ConsoleServer server;

    ConsoleServerLifecycle(ApplicationConsole console, RestanteConsoleProperties properties) {
        if (!console.hasAccounts()) {
            throw RestanteConsoleProperties.invalid(
                    "user", null, "A console on a separate port needs its own users. Set user and password, or users.");
        }
        this.console = console;
        this.bindAddress = bindAddress(properties);
        this.path = properties.path();
    }

    @SuppressWarnings("UnusedException") // adds no information
    private static InetSocketAddress bindAddress(RestanteConsoleProperties properties) {
        int port = properties.port() == null ? RestanteConsoleProperties.DEFAULT_PORT : properties.port();
        if (port < 0 || port > 65_535) {
            throw RestanteConsoleProperties.invalid("port", port, "The port is not within 0 to 65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(properties.address()), port);
        } catch (UnknownHostException e) {
            throw RestanteConsoleProperties.invalid(
                    "address", properties.address(), "The address does not belong to this machine");
        }
    }

    /** Returns the address on which the console listens, or null while it does not listen. */
    public @Nullable InetSocketAddress address() {
        ConsoleServer current = server;
        return current == null ? null : current.address();
    }

    @Override
    public void start() {
        if (server != null) {
            return;
        }
        try {
            ConsoleServer started = ConsoleServer.start(console.console(), bindAddress, path);
            server = started;
            LOG.info("The console listens on {} at the path {}/", started.address(), path);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The console cannot listen on " + bindAddress + ". Choose another port with restante.console.port.",
                    e);
        }
    }

    @Override
    public void stop() {
        ConsoleServer current = server;
        server = null;
        if (current != null) {
            current.close();
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }
}
