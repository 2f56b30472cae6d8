package dev.restante.store.jdbc.signal;

import dev.restante.model.WorkerThread;
import dev.restante.store.Signals;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Base class of signals with one thread that sends announcements and one that receives them; {@link #listen} starts
 * both.
 */
public abstract class ThreadedSignals implements Signals {

    private final PendingAnnouncements pending = new PendingAnnouncements();
    private volatile @Nullable Consumer<AvailabilitySignal> listener;
    private volatile Runnable reconnectListener = () -> {};

    @Override
    public final void announce(Collection<AvailabilitySignal> signals) {
        if (listener == null) {
            return;
        }
        signals.forEach(signal -> pending.add(signal.entityId(), signal.earlierIds()));
        if (!pending.isEmpty()) {
            wakeSender();
        }
    }

    @Override
    public final synchronized void listen(Consumer<AvailabilitySignal> onSignal, Runnable onReconnect) {
        boolean first = listener == null;
        reconnectListener = onReconnect;
        listener = onSignal;
        if (first && !isClosed()) {
            WorkerThread.repeating(this::sendTurn, "restante-notify").start();
            WorkerThread.repeating(this::receiveTurn, "restante-listen").start();
        }
    }

    protected final PendingAnnouncements pending() {
        return pending;
    }

    /** Passes received signals to the listener. */
    protected final void deliver(Collection<AvailabilitySignal> signals) {
        Consumer<AvailabilitySignal> told = listener;
        if (told != null) {
            signals.forEach(told);
        }
    }

    /** Tells the listener that signals may have been missed. */
    protected final void reportMissed() {
        reconnectListener.run();
    }

    /** Wakes the sender thread, which then takes from {@link #pending}. */
    protected abstract void wakeSender();

    /** Runs one turn of the sender thread; returns false to end the thread. */
    protected abstract boolean sendTurn() throws InterruptedException;

    /** Runs one turn of the receiver thread; returns false to end the thread. */
    protected abstract boolean receiveTurn() throws InterruptedException;

    protected abstract boolean isClosed();
}
