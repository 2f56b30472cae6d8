package dev.restante.node.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Control that pauses and resumes deliveries of an entity to its receivers (STA-02). A pause returns all prefetched
 * deliveries to the store, and later the result of a running fetch and granted direct deliveries. During a pause
 * nothing is fetched. Receivers that poll wait until the end of the pause.
 *
 * <p>Thread-safe.
 */
public final class PauseCoordinator {

    private final DispatchState state;

    PauseCoordinator(DispatchState state) {
        this.state = state;
    }

    /**
     * Pauses or resumes deliveries, if the current state differs.
     *
     * @param mayReceive true if receivers may receive; evaluated under the lock, so that the later of two concurrent
     *     calls decides
     * @param returner function that returns deliveries to the store and then runs an action
     */
    public void update(BooleanSupplier mayReceive, BiConsumer<List<PrefetchedMessage>, Runnable> returner) {
        List<ConsumerSlot> woken = List.of();
        List<PrefetchedMessage> remaining = List.of();
        int limit = 0;
        state.lock.lock();
        try {
            boolean pauses = !mayReceive.getAsBoolean();
            if (pauses == state.slots.paused()) {
                return;
            }
            if (pauses) {
                remaining = pause();
                state.returnBegun(remaining);
            } else {
                woken = resume();
                limit = state.planDueActions();
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(limit);
        if (!remaining.isEmpty()) {
            returner.accept(remaining, state::returnEnded);
        }
    }

    public boolean isPaused() {
        state.lock.lock();
        try {
            return state.slots.paused();
        } finally {
            state.lock.unlock();
        }
    }

    @GuardedBy("state.lock")
    private List<PrefetchedMessage> pause() {
        state.slots.pause();
        List<PrefetchedMessage> remaining = state.takeAll();
        List<PrefetchedMessage> ofLanes = state.selectorBuffers.searches().pause();
        ofLanes.forEach(state.selectorBuffers::forget);
        remaining.addAll(ofLanes);
        // Callers that wait for a fetch or a search find out that there is none.
        state.changed.signalAll();
        return state.withoutGroupMembers(remaining);
    }

    @GuardedBy("state.lock")
    private List<ConsumerSlot> resume() {
        List<ConsumerSlot> woken = new ArrayList<>(state.slots.resume());
        woken.addAll(state.selectorBuffers.searches().resume());
        state.caughtUp.invalidate();
        return woken;
    }
}
