package dev.restante.ra.inbound;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Uninterruptibles;
import org.jspecify.annotations.Nullable;

/**
 * Connection state of an activation: connecting, connected or ended. Thread-safe. No other object is called while the
 * monitor is held.
 */
final class ActivationConnectionState {

    private enum ActivationPhase {
        CONNECTING,
        /** Delivering messages. */
        CONNECTED,
        /** Deactivated by the server. */
        ENDED
    }

    @GuardedBy("this")
    private ActivationPhase state = ActivationPhase.CONNECTING;

    @GuardedBy("this")
    private @Nullable ActivationConnection connected;

    /** Lost connection whose running deliveries are waited for. */
    @GuardedBy("this")
    private @Nullable ActivationConnection closingConnection;

    /** Makes a new connection the current one, unless the activation has ended. */
    synchronized void setConnected(ActivationConnection made) {
        if (state == ActivationPhase.CONNECTING) {
            connected = made;
            state = ActivationPhase.CONNECTED;
        }
    }

    synchronized boolean isCurrent(ActivationConnection connection) {
        return connected == connection;
    }

    /**
     * Returns whether a connection was the current one, and abandons it. The caller closes it and calls
     * {@link #onClosed}.
     */
    synchronized boolean abandon(ActivationConnection connection) {
        if (state != ActivationPhase.CONNECTED || connected != connection) {
            return false;
        }
        connected = null;
        closingConnection = connection;
        state = ActivationPhase.CONNECTING;
        return true;
    }

    synchronized void onClosed() {
        closingConnection = null;
        notifyAll();
    }

    /**
     * Waits until the pause is over, the activation ends or there is a connection. An interrupt does not end the wait.
     *
     * @return true if the activation still has to connect
     */
    synchronized boolean awaitRetry(long pauseNanos) {
        long deadlineNanos = System.nanoTime() + pauseNanos;
        long leftNanos = pauseNanos;
        while (state == ActivationPhase.CONNECTING && leftNanos > 0) {
            Uninterruptibles.awaitNotify(this, leftNanos);
            leftNanos = deadlineNanos - System.nanoTime();
        }
        return state == ActivationPhase.CONNECTING;
    }

    /** Ends the activation and returns its current connection, which the caller closes. */
    synchronized @Nullable ActivationConnection stop() {
        ActivationConnection last = connected;
        state = ActivationPhase.ENDED;
        connected = null;
        notifyAll();
        return last;
    }

    /**
     * Waits until an abandoned connection is closed, because its deliveries can continue after the connection is lost.
     */
    synchronized void awaitClosed() {
        while (closingConnection != null) {
            Uninterruptibles.awaitNotify(this, Long.MAX_VALUE);
        }
    }
}
