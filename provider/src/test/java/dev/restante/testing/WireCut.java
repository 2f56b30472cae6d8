package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.testing.WireProtocol.ProtocolMessage;
import org.jspecify.annotations.Nullable;

/**
 * Count of the messages of one call to the database, and optionally a place at which its connection is cut. The call
 * uses the first connection that sends a message. Thread-safe.
 */
public final class WireCut {

    /**
     * Place at which a connection is cut.
     *
     * @param answer true if the message is an answer of the server, false if it is a request
     * @param message the number of the message in its direction, from 1
     * @param bytes the bytes of the message that still pass
     */
    public record CutPlace(boolean answer, int message, PassedBytes bytes) {}

    /** Bytes that still pass of the message at which a connection is cut. */
    public enum PassedBytes {
        HALF,
        ALL
    }

    private final @Nullable CutPlace place;

    @GuardedBy("this")
    private @Nullable Object connection;

    @GuardedBy("this")
    private int requests;

    @GuardedBy("this")
    private int answers;

    @GuardedBy("this")
    private int statements;

    @GuardedBy("this")
    private boolean done;

    WireCut(@Nullable CutPlace place) {
        this.place = place;
    }

    /** Returns the number of messages that the client sent. */
    public synchronized int requests() {
        return requests;
    }

    /** Returns the number of messages that the server sent. */
    public synchronized int answers() {
        return answers;
    }

    /** Returns the number of statements that the client sent. The begin and settings of transactions do not count. */
    public synchronized int statements() {
        return statements;
    }

    /** Returns whether the connection was cut. */
    public synchronized boolean isDone() {
        return done;
    }

    /**
     * Counts a request of a connection.
     *
     * @return the number of bytes that pass before the cut; -1 if the connection is not cut here
     */
    synchronized int request(Object sender, ProtocolMessage message, boolean isStatement) {
        if (connection == null) {
            connection = sender;
        }
        if (connection != sender) {
            return -1;
        }
        statements += isStatement ? 1 : 0;
        return cut(false, ++requests, message);
    }

    /** Counts an answer as {@link #request} counts a request. */
    synchronized int answer(Object receiver, ProtocolMessage message) {
        return connection == receiver ? cut(true, ++answers, message) : -1;
    }

    @GuardedBy("this")
    private int cut(boolean answer, int number, ProtocolMessage message) {
        if (done || place == null || place.answer() != answer || place.message() != number) {
            return -1;
        }
        done = true;
        int length = message.bytes().length;
        return switch (place.bytes()) {
            case HALF -> length / 2;
            case ALL -> length;
        };
    }
}
