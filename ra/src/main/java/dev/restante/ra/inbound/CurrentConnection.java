package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Uninterrupted;
import org.jspecify.annotations.Nullable;

/** Which connection an activation has. The monitor guards that; nobody else is called with it held. Thread-safe. */
final class CurrentConnection {

    private enum State {
        /** Connects, or waits until it tries again. */
        CONNECTING,
        /** Delivers. */
        CONNECTED,
        /** Has been deactivated. */
        ENDED
    }

    @GuardedBy("this")
    private State state = State.CONNECTING;

    @GuardedBy("this")
    private @Nullable ActiveConnection connected;

    /** The former one, whose deliveries are waited for. */
    @GuardedBy("this")
    private @Nullable ActiveConnection closing;

    /** One is made; it does not become the current one if the activation has ended meanwhile. */
    synchronized void begin(ActiveConnection made) {
        if (state == State.CONNECTING) {
            connected = made;
            state = State.CONNECTED;
        }
    }

    synchronized boolean is(ActiveConnection connection) {
        return connected == connection;
    }

    /**
     * Whether a connection was the current one, and is not any more; whoever is told so closes it, and says when it is
     * {@linkplain #closed closed}.
     */
    synchronized boolean giveUp(ActiveConnection connection) {
        if (state != State.CONNECTED || connected != connection) {
            return false;
        }
        connected = null;
        closing = connection;
        state = State.CONNECTING;
        return true;
    }

    /** The one that was given up is closed. */
    synchronized void closed() {
        closing = null;
        notifyAll();
    }

    /**
     * Waits until the pause is over, the activation ends or there is a connection. An interrupt does not end the wait.
     *
     * @return whether the activation still has to connect
     */
    synchronized boolean pause(long pauseNanos) {
        long deadlineNanos = System.nanoTime() + pauseNanos;
        long leftNanos = pauseNanos;
        while (state == State.CONNECTING && leftNanos > 0) {
            Uninterrupted.awaitNotify(this, leftNanos);
            leftNanos = deadlineNanos - System.nanoTime();
        }
        return state == State.CONNECTING;
    }

    /** The activation ends; the last one, which is to be closed. */
    synchronized @Nullable ActiveConnection end() {
        ActiveConnection last = connected;
        state = State.ENDED;
        connected = null;
        notifyAll();
        return last;
    }

    /** Waits for one that was given up: its deliveries may go on though the connection is lost. */
    synchronized void awaitClosed() {
        while (closing != null) {
            Uninterrupted.awaitNotify(this, Long.MAX_VALUE);
        }
    }
}
