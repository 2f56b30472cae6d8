package dev.restante.socket;

import java.time.Duration;

/**
 * For how long the process that has a store waits for others at its local socket.
 *
 * @param opening of the socket, before the store is used without it
 * @param soon for the other side to say hello, and for the rest of a frame that has begun
 * @param idle between two calls: a peer that has nothing to ask takes nobody's place for longer
 * @param answer for an answer about the progress of a call, and for taking a result
 * @param last for the answers to what is called when the store is closed
 * @param pulse between two signs that a call goes on
 */
record SocketLimits(Duration opening, Duration soon, Duration idle, Duration answer, Duration last, Duration pulse) {

    static final SocketLimits DEFAULT = new SocketLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofSeconds(30),
            Duration.ofMillis(500),
            Duration.ofSeconds(1));
}
