package dev.restante.broker.dispatch;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes single deliveries back from what an entity's dispatcher has at hand, whichever receiver they are for.
 *
 * <p>Thread-safe.
 */
public final class Recall {

    private final DispatchState state;

    Recall(DispatchState state) {
        this.state = state;
    }

    /** Takes the first that is wanted; null if none is at hand. What a fetch is still loading is not. */
    public @Nullable Buffered take(Predicate<Buffered> wanted) {
        int limit;
        Buffered found;
        state.lock.lock();
        try {
            found = state.buffer.find(wanted);
            if (found == null) {
                found = state.lanes.find(wanted);
            }
            if (found == null) {
                return null;
            }
            state.lanes.remove(found);
            state.senders.roomMade();
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        return found;
    }

    /**
     * Waits until what is being loaded at this moment is at hand.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void awaitLoading(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            long fetch = state.fetches.begun();
            long step = state.lanes.steps();
            long remainingNanos = timeoutNanos;
            while (remainingNanos > 0 && (state.fetches.underWay(fetch) || state.lanes.stepUnderWay(step))) {
                remainingNanos = state.news.awaitNanos(remainingNanos);
            }
        } finally {
            state.lock.unlock();
        }
    }
}
