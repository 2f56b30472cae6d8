package dev.restante.socket;

import java.time.Duration;

/**
 * Timeouts of the server side of the local socket.
 *
 * @param opening the time to wait for the opening of the socket
 * @param handshake the time to wait for the handshake and for the rest of a frame
 * @param idle the time between two calls after which a connection is closed
 * @param response the time to wait for an answer about progress and for the reception of a result
 * @param shutdown the time to wait for running calls when the store is closed
 * @param keepAliveInterval the time between two keep-alive frames
 */
record SocketTimeouts(
        Duration opening,
        Duration handshake,
        Duration idle,
        Duration response,
        Duration shutdown,
        Duration keepAliveInterval) {

    static final SocketTimeouts DEFAULT = new SocketTimeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofSeconds(30),
            Duration.ofMillis(500),
            Duration.ofSeconds(1));
}
