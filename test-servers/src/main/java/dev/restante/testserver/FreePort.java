package dev.restante.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A TCP port on this machine that nobody listens on. It is none of those that systems give to connections, or a busy
 * machine would give it away before the server listens there.
 */
public final class FreePort {

    private static final int FIRST = 10_000;

    /** Where Linux begins to give ports to connections. */
    private static final int END = 32_768;

    private static final int ATTEMPTS = 100;

    private FreePort() {}

    public static int find() {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw new IllegalStateException("no port is free", e);
                }
            }
        }
    }
}
