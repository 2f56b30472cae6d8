package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.CallBound;
import dev.restante.model.Uninterrupted;
import java.util.function.BooleanSupplier;

/**
 * Lets deliveries of one session through, or not. Starting, stopping and closing a connection act here.
 *
 * <p>Threads: the session's receiving thread and its listener thread pass through; any thread opens, shuts and waits.
 * The broker is never called with the gate's monitor held, and the monitor is held for moments only.
 */
public final class DeliveryGate {

    /** The calls of one consumer that are inside the gate; guarded by the gate's monitor. */
    public static final class Entrant {
        private int calls;
        private int handOvers;
        private boolean closed;
    }

    private enum Position {
        /** The connection is stopped: nothing is handed over. */
        SHUT,
        /** The connection is started. */
        OPEN,
        /** The session is closing or closed: nothing is handed over ever again. */
        CLOSED
    }

    @GuardedBy("this")
    private Position position = Position.SHUT;

    @GuardedBy("this")
    private int calls;

    @GuardedBy("this")
    private int handOvers;

    /** The listeners of the application that run. */
    @GuardedBy("this")
    private int listeners;

    /** The connection was started. */
    public synchronized void open() {
        if (position == Position.SHUT) {
            position = Position.OPEN;
            notifyAll();
        }
    }

    /** The connection is being stopped; what is being handed over goes on: see {@link #awaitHandOvers}. */
    public synchronized void shut() {
        if (position == Position.OPEN) {
            position = Position.SHUT;
        }
    }

    /** Nothing is handed over any more. */
    public synchronized void close() {
        position = Position.CLOSED;
        notifyAll();
    }

    /** One consumer gets nothing any more. */
    public synchronized void close(Entrant entrant) {
        entrant.closed = true;
    }

    public synchronized boolean closed(Entrant entrant) {
        return entrant.closed || position == Position.CLOSED;
    }

    /** Whether the connection is started, and the session not closed. */
    public synchronized boolean isOpen() {
        return position == Position.OPEN;
    }

    /** A receive call begins; it may wait inside. */
    public synchronized void beginCall(Entrant entrant) {
        entrant.calls++;
        calls++;
    }

    public synchronized void endCall(Entrant entrant) {
        entrant.calls--;
        calls--;
        notifyAll();
    }

    /** A hand-over to a consumer begins, if the gate is open. */
    public synchronized boolean enter(Entrant entrant) {
        if (position != Position.OPEN || entrant.closed) {
            return false;
        }
        entrant.handOvers++;
        handOvers++;
        return true;
    }

    /** As {@link #enter}, but waits while the connection is stopped; false when the session is closed. */
    public synchronized boolean awaitEntry(Entrant entrant) {
        while (position == Position.SHUT) {
            Uninterrupted.awaitNotify(this, Long.MAX_VALUE);
        }
        return enter(entrant);
    }

    public synchronized void leave(Entrant entrant) {
        entrant.handOvers--;
        handOvers--;
        if (position != Position.OPEN || entrant.closed) {
            notifyAll();
        }
    }

    /** A listener of the application begins. */
    public synchronized void beginListener() {
        listeners++;
    }

    public synchronized void endListener() {
        listeners--;
        notifyAll();
    }

    /** Waits as {@link #awaitQuiet()} until nothing is being handed over (CON-07), or the gate is open again. */
    @SuppressWarnings("GuardedBy") // await asks under the monitor
    public synchronized void awaitHandOvers() {
        await(() -> handOvers == 0 || position == Position.OPEN);
    }

    /**
     * Waits until no receive call and no listener is inside (SES-07). Listeners of the application take as long as they
     * need. Everything else is waited for as long as the calling thread's call may take (RCV-19).
     */
    @SuppressWarnings("GuardedBy") // await asks under the monitor
    public synchronized void awaitQuiet() {
        await(() -> handOvers == 0 && calls == 0);
    }

    /** Waits as {@link #awaitQuiet()} until no receive call and no listener of one consumer is inside (SES-14). */
    public synchronized void awaitQuiet(Entrant entrant) {
        await(() -> entrant.handOvers == 0 && entrant.calls == 0);
    }

    @GuardedBy("this")
    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            long begunNanos = System.nanoTime();
            boolean listening = listeners > 0;
            long leftNanos = listening ? Long.MAX_VALUE : CallBound.left(Long.MAX_VALUE);
            if (leftNanos <= 0) {
                break;
            }
            Uninterrupted.awaitNotify(this, leftNanos);
            if (listening) {
                CallBound.leaveOut(begunNanos);
            }
        }
    }
}
