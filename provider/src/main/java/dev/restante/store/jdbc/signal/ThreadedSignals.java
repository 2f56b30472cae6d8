package dev.restante.store.jdbc.signal;

import dev.restante.model.WorkerThread;
import dev.restante.store.Signals;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wake-ups by two threads, since they never travel with a send: one tells the others what has gathered, one hears them.
 * Neither runs until {@link #listen} is called.
 */
public abstract class ThreadedSignals implements Signals {

    private final Announcements announced = new Announcements();
    private volatile @Nullable Consumer<Arrival> listener;
    private volatile Runnable gapListener = () -> {};

    @Override
    public final void announce(Collection<Arrival> arrivals) {
        if (listener == null) {
            return;
        }
        arrivals.forEach(arrival -> announced.add(arrival.entityId(), arrival.olderIds()));
        if (!announced.isEmpty()) {
            wakeTeller();
        }
    }

    @Override
    public final synchronized void listen(Consumer<Arrival> onArrival, Runnable onGap) {
        boolean first = listener == null;
        gapListener = onGap;
        listener = onArrival;
        if (first && !isClosed()) {
            WorkerThread.inTurns(this::tell, "restante-notify").start();
            WorkerThread.inTurns(this::hear, "restante-listen").start();
        }
    }

    /** The announcements that wait to be told. */
    protected final Announcements announced() {
        return announced;
    }

    /** Passes on what others told. */
    protected final void heard(Collection<Arrival> arrivals) {
        Consumer<Arrival> told = listener;
        if (told != null) {
            arrivals.forEach(told);
        }
    }

    /** Anything may have been told that was not heard. */
    protected final void missed() {
        gapListener.run();
    }

    /** Has the thread that tells look at {@link #announced}. */
    protected abstract void wakeTeller();

    /** A turn of the thread that tells; false to end it. */
    protected abstract boolean tell() throws InterruptedException;

    /** A turn of the thread that hears; false to end it. */
    protected abstract boolean hear() throws InterruptedException;

    protected abstract boolean isClosed();
}
