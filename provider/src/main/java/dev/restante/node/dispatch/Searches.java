package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The side of a dispatcher that only receivers with a selector need: what their searches hear of arrivals, what the
 * steps of the searches bring, and who waits for them.
 *
 * <p>Thread-safe.
 */
public final class Searches {

    private final DispatchState state;

    Searches(DispatchState state) {
        this.state = state;
    }

    /** Whether any receiver has a selector, so that {@link #arrived} must be told. */
    public boolean any() {
        return state.selective;
    }

    /**
     * What a batch has made available here, beside births; before {@link Intake#settled}.
     *
     * @param sent deliveries that were not there before
     * @param returned the ids of those that were, and keep their places or got new ones
     */
    public void arrived(List<Buffered> sent, List<Long> returned) {
        state.lock.lock();
        try {
            sent.forEach(state.lanes::arrived);
            if (!returned.isEmpty()) {
                state.lanes.searches().report(returned);
            }
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * A receiver with a selector asks whether there is anything for it now.
     *
     * @return for {@link #awaitMatch}
     */
    public Look look(Seat seat) {
        return lookSince(seat, Long.MAX_VALUE);
    }

    /** Whether all is in the store that was sent before. */
    @GuardedBy("state.lock")
    private boolean allThere(Look look) {
        return state.arrivals.storeBoundEnded(look.sentBefore());
    }

    /** The pass through the store that sees all that is there now. */
    @GuardedBy("state.lock")
    private long nextPass(StoreSearch search) {
        return state.exclusive ? 0 : search.wantPass();
    }

    /** How many passes through the store have begun for a receiver so far, for {@link #lookSince}. */
    public long passesBegun(Seat seat) {
        state.lock.lock();
        try {
            return SelectorLanes.laneOf(seat).search.passesBegun();
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns how long the last pass for a receiver took, in nanoseconds; 0 if none has ended. */
    public long passNanos(Seat seat) {
        state.lock.lock();
        try {
            return SelectorLanes.laneOf(seat).search.passNanos();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * A receiver with a selector asks whether there was anything for it some time ago: a pass that began later is
     * enough, if there was one. Another pass is begun, and not waited for.
     *
     * @param passesBefore how many passes had begun then
     * @return for {@link #awaitMatch}
     */
    public Look lookSince(Seat seat, long passesBefore) {
        Look look;
        state.lock.lock();
        try {
            StoreSearch search = SelectorLanes.laneOf(seat).search;
            look = new Look(seat, state.arrivals.storeBound(), search.failures(), new GroupReturns(state));
            if (allThere(look)) {
                boolean begunSince = !state.exclusive && search.passesBegun() > passesBefore;
                look.begin(begunSince ? passesBefore + 1 : nextPass(search));
            }
        } finally {
            state.lock.unlock();
        }
        state.startWhatIsDue();
        return look;
    }

    /** How many steps of a receiver's search have ended: while it grows, the search goes on. */
    public long stepsEnded(Seat seat) {
        state.lock.lock();
        try {
            return SelectorLanes.laneOf(seat).search.stepsEnded();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits until the receiver can take something, or it is certain that there was nothing for it when it began to
     * look.
     *
     * @param timeoutNanos for how long nothing at all may happen
     * @return ENDED if there is something to be taken, unless another is faster; CERTAIN if there was nothing
     * @throws InterruptedException if the calling thread is interrupted
     */
    public FetchWait awaitMatch(Look look, long timeoutNanos) throws InterruptedException {
        state.startWhatIsDue();
        state.lock.lock();
        try {
            SelectorLane lane = SelectorLanes.laneOf(look.seat());
            long remainingNanos = timeoutNanos;
            long stepsBefore = lane.search.stepsEnded();
            while (true) {
                if (!lane.seats.mayTake(look.seat())) {
                    return FetchWait.CERTAIN;
                }
                if (lane.first(look.seat().party) != null) {
                    return FetchWait.ENDED;
                }
                if (lane.search.failures() > look.failuresBefore()) {
                    return FetchWait.FAILED;
                }
                if (!look.begun() && allThere(look)) {
                    look.begin(nextPass(lane.search));
                    break;
                }
                boolean searched = isSearched(look, lane.search);
                if (searched && !look.waitsForGroups() && look.mustAskAgain()) {
                    look.askAgain(nextPass(lane.search));
                    break;
                }
                if (searched && !look.waitsForGroups() && !broughtBySomebody(look)) {
                    lane.proven(true);
                    return lane.first(look.seat().party) == null ? FetchWait.CERTAIN : FetchWait.ENDED;
                }
                if (lane.search.stepsEnded() != stepsBefore) {
                    stepsBefore = lane.search.stepsEnded();
                    remainingNanos = timeoutNanos;
                }
                if (remainingNanos <= 0) {
                    return FetchWait.TIMED_OUT;
                }
                remainingNanos = state.news.awaitNanos(remainingNanos);
            }
        } finally {
            state.lock.unlock();
        }
        return awaitMatch(look, timeoutNanos);
    }

    private static boolean isSearched(Look look, StoreSearch search) {
        return look.begun() && (look.pass() == 0 ? search.caughtUp() : search.passEnded() >= look.pass());
    }

    /**
     * Whether what others have acquired may match and is not at hand yet; what they begin to acquire from now on has
     * come later.
     */
    @GuardedBy("state.lock")
    private boolean broughtBySomebody(Look look) {
        Reading.Moment searched = look.searched;
        if (searched == null) {
            searched = state.reading.now();
            look.searched = searched;
        }
        if (state.reading.allCame(searched)
                && !look.proving
                && state.buffer.groups().anyUnproven()) {
            // What has come of a group may have to wait for what is being read by now.
            look.proving = true;
            searched = state.reading.now();
            look.searched = searched;
        }
        return !state.reading.allCame(searched);
    }

    void awaitFront(long timeoutNanos) throws InterruptedException {
        if (!any()) {
            return;
        }
        List<SelectorLane> awaited;
        state.lock.lock();
        try {
            awaited = state.lanes.frontWaitBegun();
        } finally {
            state.lock.unlock();
        }
        state.startWhatIsDue();
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            // A search that has failed is made again.
            while (state.lanes.frontMissing() && remainingNanos > 0) {
                remainingNanos = state.news.awaitNanos(remainingNanos);
            }
        } finally {
            awaited.forEach(SelectorLane::frontWaitEnded);
            state.lock.unlock();
        }
    }

    boolean awaitSteps(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (state.reading.stepUnderWay(Long.MAX_VALUE)) {
                if (remainingNanos <= 0) {
                    return false;
                }
                remainingNanos = state.news.awaitNanos(remainingNanos);
            }
            return true;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Takes in what a step of a search has acquired.
     *
     * @param loaded with messages
     * @return what must be given back, because everybody with this selector has gone; unless this is nothing the caller
     *     says when {@link Replenishment#wentBack it is in the store}
     */
    public List<Buffered> loaded(SearchStep step, SearchStep.Found found, List<Buffered> loaded) {
        List<Seat> woken;
        List<Buffered> left;
        state.lock.lock();
        try {
            List<Buffered> welcome = new ArrayList<>(loaded.size());
            for (Buffered buffered : loaded) {
                if (!state.turnAway(buffered)) {
                    welcome.add(buffered);
                }
            }
            left = state.withTheirGroups(state.lanes.searches().found(step, found, welcome));
            state.goesBack(left);
            woken = state.lanes.wake(state.seats);
            state.news.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return left;
    }

    /** The step has ended; the next one begins when what has to go back is in the store. */
    public void ended(SearchStep step, SearchStep.Found found) {
        List<Seat> woken;
        state.lock.lock();
        try {
            state.lanes.searches().left(step, found);
            woken = state.groupsGoOn(List.of());
            state.news.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.startWhatIsDue();
    }

    /**
     * Groups of which a step may acquire nothing, because they are on their way back to the store, or were when it
     * began.
     *
     * @param id of a group
     */
    public boolean leaves(SearchStep step, String id) {
        if (step.exceptGroups().contains(id)) {
            return true;
        }
        state.lock.lock();
        try {
            return state.buffer.groups().leaves(id);
        } finally {
            state.lock.unlock();
        }
    }

    /** To be asked before a step decides what it passes over. */
    public long reasonsToLookAgain() {
        state.lock.lock();
        try {
            return state.lanes.searches().reasonsToLookAgain();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * A step has passed over what matches behind some places, because nothing of its group may be received now: it is
     * looked for again when that may have changed.
     *
     * @param before {@link #reasonsToLookAgain} before it looked
     */
    public void passedOver(SearchStep step, Map<Integer, Place> places, long before) {
        state.lock.lock();
        try {
            state.lanes.searches().passedOver(step, places, before);
        } finally {
            state.lock.unlock();
        }
    }

    /** The step has failed; it is made again after {@link #again}. */
    public void failed(SearchStep step) {
        List<Seat> woken;
        state.lock.lock();
        try {
            state.lanes.searches().failed(step);
            woken = state.groupsGoOn(List.of());
            state.news.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
    }

    /** Steps that failed may be made again. */
    public void again() {
        state.lock.lock();
        try {
            state.lanes.searches().rested();
        } finally {
            state.lock.unlock();
        }
        state.startWhatIsDue();
    }
}
