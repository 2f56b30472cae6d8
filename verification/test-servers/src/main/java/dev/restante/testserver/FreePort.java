package dev.restante.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free TCP port outside the range that Linux assigns to outgoing connections. A busy machine could otherwise assign the
 * port before the server listens.
 */
public final class FreePort {

    private static final int FIRST = 10_000;

    /** First port that Linux assigns to outgoing connections. */
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
                    throw new IllegalStateException("No port is free", e);
                }
            }
        }
    }
}
