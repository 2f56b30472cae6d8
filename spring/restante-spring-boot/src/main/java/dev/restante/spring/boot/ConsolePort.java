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

/** The console on a port of its own, while the application runs. It keeps no application from ending. */
public final class ConsolePort implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final StoreConsole console;
    private final InetSocketAddress address;
    private final String path;

    private volatile @Nullable ConsoleServer server;

    ConsolePort(StoreConsole console, RestanteConsoleProperties properties) {
        if (!console.hasAccounts()) {
            throw RestanteConsoleProperties.wrong(
                    "user",
                    null,
                    "a console on a port of its own knows only the users that it is told: set user and"
                            + " password, or users");
        }
        this.console = console;
        this.address = address(properties);
        this.path = properties.path();
    }

    @SuppressWarnings("UnusedException") // which says no more
    private static InetSocketAddress address(RestanteConsoleProperties properties) {
        int port = properties.port() == null ? RestanteConsoleProperties.USUAL_PORT : properties.port();
        if (port < 0 || port > 65_535) {
            throw RestanteConsoleProperties.wrong("port", port, "it is not within 0 to 65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(properties.address()), port);
        } catch (UnknownHostException e) {
            throw RestanteConsoleProperties.wrong("address", properties.address(), "it is no address of this machine");
        }
    }

    /** Where it listens; null if it does not. */
    public @Nullable InetSocketAddress listening() {
        ConsoleServer current = server;
        return current == null ? null : current.address();
    }

    @Override
    public void start() {
        if (server != null) {
            return;
        }
        try {
            ConsoleServer started = ConsoleServer.start(console.console(), address, path);
            server = started;
            LOG.info("The console listens on {}, path {}/", started.address(), path);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the console can't listen on " + address + "; restante.console.port names another port", e);
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
