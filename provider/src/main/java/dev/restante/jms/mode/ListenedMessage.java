package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.HeldDelivery;
import org.jspecify.annotations.Nullable;

/** What the listener of a session has in hand, and no branch has. Thread-safe. */
final class ListenedMessage {

    @GuardedBy("this")
    private @Nullable HeldDelivery held;

    /** On whose thread the listener has it. */
    @GuardedBy("this")
    private @Nullable Thread listening;

    /** The listener gets it on this thread. */
    synchronized void put(HeldDelivery delivery) {
        held = delivery;
        listening = Thread.currentThread();
    }

    /** Takes it away, if it is the listener that calls; null if not, or if it has none. */
    synchronized @Nullable HeldDelivery take() {
        HeldDelivery taken = Thread.currentThread().equals(listening) ? held : null;
        return taken != null && remove(taken) ? taken : null;
    }

    /** Takes it away, if it is this one; false if it is not, or not any more. */
    synchronized boolean remove(HeldDelivery delivery) {
        if (held != delivery) {
            return false;
        }
        held = null;
        listening = null;
        return true;
    }
}
