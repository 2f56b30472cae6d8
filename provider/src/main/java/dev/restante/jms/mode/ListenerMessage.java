package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.InFlightDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Holder of the message that the listener of an XA session is processing, so that a branch begun by the listener can
 * include it. Thread-safe.
 */
final class ListenerMessage {

    @GuardedBy("this")
    private @Nullable InFlightDelivery current;

    /** Thread that calls the listener. */
    @GuardedBy("this")
    private @Nullable Thread listenerThread;

    synchronized void put(InFlightDelivery delivery) {
        current = delivery;
        listenerThread = Thread.currentThread();
    }

    /** Removes and returns the message if the listener's thread calls, otherwise returns null. */
    synchronized @Nullable InFlightDelivery take() {
        InFlightDelivery taken = Thread.currentThread().equals(listenerThread) ? current : null;
        return taken != null && remove(taken) ? taken : null;
    }

    /** Removes the message if it is the specified one. Returns false otherwise. */
    synchronized boolean remove(InFlightDelivery delivery) {
        if (current != delivery) {
            return false;
        }
        current = null;
        listenerThread = null;
        return true;
    }
}
