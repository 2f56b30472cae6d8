package dev.restante.node.dispatch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fetches of an entity's dispatcher: what comes of them, and who waits for them.
 *
 * <p>Thread-safe.
 */
public final class Replenishment {

    private final DispatchState state;
    private final FinalFetches finalFetches;

    Replenishment(DispatchState state) {
        this.state = state;
        this.finalFetches = new FinalFetches(state);
    }

    /** The fetches that answer receive calls whose time is over. */
    public FinalFetches finalFetches() {
        return finalFetches;
    }

    /**
     * The fetch's batch has been committed, and its arrivals settled.
     *
     * @param count how many it brought
     * @param exhausted whether the store had no more than these
     * @param blockedGroups groups of which nothing may be received now; null if nobody has looked for them
     */
    public void acquired(int count, boolean exhausted, @Nullable Set<String> blockedGroups) {
        state.lock.lock();
        try {
            state.wide.answered(System.nanoTime());
            boolean proves = exhausted && state.wide.proves() && state.stillUnwanted();
            state.fetches.acquired(proves && !state.plan.onlyOvertaking());
            state.plan.fetched(count, exhausted);
            if (blockedGroups != null) {
                state.buffer.groups().blocked(blockedGroups);
                state.wide.wantAlways();
            }
            if (!state.fetches.outdated() && !state.plan.onlyOvertaking()) {
                state.prefetch.fetched(count);
            }
            boolean certain = proves && !state.fetches.outdated();
            state.arrivals.fetched(certain ? state.plan.lowestPriority() : Arrivals.NONE);
            if (state.arrivals.fetchSawAll()) {
                state.plan.sawAll();
            }
            state.senders.tell();
        } finally {
            state.lock.unlock();
        }
    }

    /** The fetch has failed and will be made again after {@link #ended}. */
    public void failed() {
        state.lock.lock();
        try {
            state.fetches.fail();
            state.plan.fetchFailed();
            state.wide.failed();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * What the fetch has brought could not be read, and goes back; the fetch will be made again after {@link #ended}.
     *
     * @return what was born behind it, which would overtake it now and goes back too; the caller gives both back, and
     *     says when {@link #wentBack they are in the store}
     */
    public List<Buffered> loadFailed() {
        List<Buffered> behind;
        state.lock.lock();
        try {
            failed();
            state.giveUp();
            state.goesBack();
            behind = turnedBack(state.fetches.takeBehind());
        } finally {
            state.lock.unlock();
        }
        state.start(0);
        return behind;
    }

    /** What the fetch under way would bring goes back: these, which nobody has received. */
    @GuardedBy("state.lock")
    private List<Buffered> turnedBack(List<Buffered> all) {
        state.fetches.turnBack();
        return state.othersMayHaveOfGroups() ? state.withTheirGroups(all) : all;
    }

    /**
     * Something that this dispatcher had asked for goes back to the store: until {@link #wentBack} nothing is fetched
     * or searched for.
     */
    public void goesBack() {
        state.lock.lock();
        try {
            state.goesBack();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * What this dispatcher has given to somebody to carry back is in the store, or will never be while this node lives;
     * called once for all that it has given at once.
     */
    public void wentBack() {
        state.wentBack();
    }

    /**
     * Takes in what a fetch brought.
     *
     * @param loaded with messages
     * @return what must be given back, because everybody who listened when the fetch began has gone; unless this is
     *     nothing the caller says when {@link #wentBack it is in the store}
     */
    public List<Buffered> loaded(List<Buffered> loaded) {
        List<Seat> woken;
        state.lock.lock();
        try {
            List<Buffered> all = new ArrayList<>(loaded);
            all.addAll(state.fetches.takeBehind());
            if (!state.seats.listening() || state.fetches.outdated()) {
                state.arrivals.disturb();
                List<Buffered> back = turnedBack(all);
                state.goesBack(back);
                return back;
            }
            woken = state.add(all);
            Buffered last = state.plan.loaded(loaded);
            if (last != null) {
                // No receiver can take these from now on. Contents.tail() hands them over to be carried back.
                List<Buffered> cutOff = state.buffer.removeStoredBehind(last);
                cutOff.forEach(state.lanes::forget);
                state.fetches.cutOff(cutOff);
                state.giveUp();
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return List.of();
    }

    /** The fetch has ended; the next one begins when what has to go back is in the store. */
    public void ended() {
        state.ended();
    }

    /**
     * Waits until a fetch that began after this call has ended, unless it is certain that the store has nothing.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public FetchWait awaitFetch(long timeoutNanos) throws InterruptedException {
        int limit = 0;
        long awaited;
        long failedBefore;
        state.lock.lock();
        try {
            failedBefore = state.fetches.failed();
            boolean certain = state.exclusive && state.arrivals.certainlyNothing();
            if (certain && !state.fetches.underWay()) {
                return FetchWait.CERTAIN;
            }
            state.seats.want();
            if (certain) {
                awaited = state.fetches.begun();
            } else {
                state.arrivals.askAgain(System.nanoTime());
                awaited = state.fetches.begun() + 1;
                limit = state.beginWhatIsDue();
            }
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        return awaitEnd(awaited, failedBefore, timeoutNanos);
    }

    void awaitFront(long timeoutNanos) throws InterruptedException {
        long startedNanos = System.nanoTime();
        // What is fetched before these groups have come back passes over them.
        new GroupReturns(state).await(timeoutNanos);
        long remainingNanos = timeoutNanos - (System.nanoTime() - startedNanos);
        while (awaitFrontOnce(remainingNanos) && remainingNanos > 0) {
            remainingNanos = timeoutNanos - (System.nanoTime() - startedNanos);
        }
    }

    /** Returns whether the front has to be fetched once more: it has failed, or was too small for what was released. */
    private boolean awaitFrontOnce(long timeoutNanos) throws InterruptedException {
        int limit;
        long awaited;
        long failedBefore;
        boolean more = false;
        state.lock.lock();
        try {
            failedBefore = state.fetches.failed();
            if (!state.seats.anyOpen()
                    || (state.buffer.size() == 0 && state.fetches.behind() == 0 && !state.fetches.underWay())) {
                return false;
            }
            state.plan.frontWaitBegun();
            limit = state.beginWhatIsDue();
            awaited = state.fetches.begun() + (state.plan.frontWanted() ? 1 : 0);
        } finally {
            state.lock.unlock();
        }
        try {
            state.start(limit);
            // However it ended, the release itself has succeeded.
            more = awaitEnd(awaited, failedBefore, timeoutNanos) == FetchWait.FAILED;
        } finally {
            state.lock.lock();
            try {
                state.plan.frontWaitEnded();
                more |= state.fetches.underWay() && state.plan.frontOwed();
            } finally {
                state.lock.unlock();
            }
        }
        return more;
    }

    @CanIgnoreReturnValue
    FetchWait awaitEnd(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            return state.fetches.awaitEnd(number, failedBefore, timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * True if the store had nothing for those who receive here, who all know that: then it is enough to ask the store
     * for anything new, and to look only if there is.
     */
    public boolean atRest() {
        state.lock.lock();
        try {
            return state.seats.listening()
                    && state.lanes.none()
                    && state.arrivals.nothingToFetch()
                    && !state.fetches.underWay()
                    && !state.seats.anyAway();
        } finally {
            state.lock.unlock();
        }
    }

    /** Another node has sent something. */
    public void sentElsewhere() {
        look(false);
    }

    /** Others may have done anything that they have not told of. */
    public void lookAround() {
        look(true);
    }

    private void look(boolean everywhere) {
        int limit;
        state.lock.lock();
        try {
            if (everywhere) {
                state.wide.wantIfRested(System.nanoTime());
                state.plan.arrived(Delivery.HIGHEST_PRIORITY);
            }
            state.arrivals.sentElsewhere();
            state.lanes.searches().disturb();
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
    }

    /** Whether the last fetch left nothing in the store. */
    public boolean exhausted() {
        state.lock.lock();
        try {
            return state.fetches.exhausted();
        } finally {
            state.lock.unlock();
        }
    }
}
