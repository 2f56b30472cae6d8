package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The pauses of a dispatcher, in which its receivers get nothing (STA-02). What was acquired for them goes back to the
 * store, with all that a fetch under way brings and what is born acquired meanwhile; nothing is fetched. Whoever asks
 * waits, and is woken by nothing but the end of the pause.
 *
 * <p>Thread-safe.
 */
public final class Pauses {

    private final DispatchState state;

    Pauses(DispatchState state) {
        this.state = state;
    }

    /**
     * Pauses, or goes on, as it is to be now; does nothing where it is so already.
     *
     * @param mayReceive whether receivers may get something; asked under the lock, so that of two who call this the
     *     later one has the last word
     * @param giveBack carries what was acquired back to the store, and tells when it is there
     */
    public void follow(BooleanSupplier mayReceive, BiConsumer<List<Buffered>, Runnable> giveBack) {
        List<Seat> woken = List.of();
        List<Buffered> left = List.of();
        int limit = 0;
        state.lock.lock();
        try {
            boolean pauses = !mayReceive.getAsBoolean();
            if (pauses == state.seats.paused()) {
                return;
            }
            if (pauses) {
                left = pause();
                state.goesBack(left);
            } else {
                woken = resume();
                limit = state.beginWhatIsDue();
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(limit);
        if (!left.isEmpty()) {
            giveBack.accept(left, state::wentBack);
        }
    }

    /** Whether receivers get nothing now. */
    public boolean now() {
        state.lock.lock();
        try {
            return state.seats.paused();
        } finally {
            state.lock.unlock();
        }
    }

    @GuardedBy("state.lock")
    private List<Buffered> pause() {
        state.seats.pause();
        List<Buffered> left = state.drain();
        List<Buffered> ofLanes = state.lanes.searches().pause();
        ofLanes.forEach(state.lanes::forget);
        left.addAll(ofLanes);
        // Whoever waits for a fetch or a search finds that there is none.
        state.news.signalAll();
        return state.withTheirGroups(left);
    }

    @GuardedBy("state.lock")
    private List<Seat> resume() {
        List<Seat> woken = new ArrayList<>(state.seats.resume());
        woken.addAll(state.lanes.searches().resume());
        state.arrivals.disturb();
        return woken;
    }
}
