package dev.restante.broker.dispatch;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands the deliveries of one entity to this node's receivers: what the node has acquired waits in a buffer, in retrieval order, and receivers pull. When the buffer runs
 * low it asks for more, one fetch at a time. {@link Arrivals} knows when nothing older can still come, so that a message may be born acquired or stay in memory; what a fetch
 * brings may still be loading then, and whatever is born meanwhile queues up behind it.
 *
 * <p>Receivers with a selector share {@link Lanes lanes}, one for each selector: for these the store is searched, and only what matches is acquired. What was acquired for others
 * is theirs too if it matches.
 *
 * <p>When the last receiver leaves, everything goes back to the store, what a fetch under way brings included, before a later receiver gets anything: or it would get later
 * messages before earlier ones.
 *
 * <p>Thread-safe. {@code lock} guards everything, the parts included, each of which has one of the rules; receivers are woken, and more is asked for, without it.
 */
public final class EntityDispatcher {

    /**
     * Asks the store for more; must not block. The answer comes by {@link #fetchAcquired} or {@link #fetchFailed}, then {@link #fetchLoaded} and {@link #fetchEnded}.
     */
    @FunctionalInterface
    public interface Supply {
        void fetch(int limit, long maxBytes);
    }

    /**
     * How much may wait in memory.
     *
     * @param fetch at most so many deliveries are fetched at a time, and none while half as many wait
     * @param count no more deliveries are born acquired while so many wait
     * @param bytes at most so many bytes wait; one delivery always fits
     */
    public record Bounds(int fetch, int count, long bytes) {}

    /** How waiting for a fetch ended. */
    public enum FetchWait {
        /** There was no need to wait: the store has nothing. */
        CERTAIN,
        /** A fetch has ended. */
        ENDED,
        /** The store failed. */
        FAILED,
        /** The time is over. */
        TIMED_OUT
    }

    /** Carries out a step of a search; must not block. The answer comes by {@link #searchLoaded} and {@link #searchEnded}, or {@link #searchFailed}. */
    @FunctionalInterface
    public interface Searcher {
        void search(SearchStep step);
    }

    /** How long a receiver waits before it looks for what non-persistent sends have handed to the store. */
    private static final long STORE_BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Supply supply;
    private final Searcher searcher;
    private final Bounds bounds;
    private final boolean exclusive;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    /** Steps that are due, until whoever found that out has given up the lock. */
    private final Queue<SearchStep> dueSteps = new ConcurrentLinkedQueue<>();

    /** Whether any receiver has a selector; written under the lock. */
    private volatile boolean selective;

    @GuardedBy("lock")
    private final Arrivals arrivals = new Arrivals();

    @GuardedBy("lock")
    private final Seats seats = new Seats();

    @GuardedBy("lock")
    private final Fetches fetches = new Fetches(news);

    @GuardedBy("lock")
    private final ReadyBuffer buffer;

    @GuardedBy("lock")
    private final Appetite appetite;

    @GuardedBy("lock")
    private final Room room;

    @GuardedBy("lock")
    private final FetchPlan plan;

    @GuardedBy("lock")
    private final WaitingSenders senders;

    @GuardedBy("lock")
    private final Lanes lanes;

    /**
     * A dispatcher with nothing in it.
     *
     * @param exclusive whether everything that arrives in the entity arrives through this node
     * @param deadline when a delivery expires here now, {@link Delivery#NEVER} for never; called under the lock
     */
    public EntityDispatcher(
            Supply supply, Searcher searcher, Bounds bounds, boolean exclusive, ToLongFunction<Delivery> deadline) {
        this.supply = requireNonNull(supply, "supply");
        this.searcher = requireNonNull(searcher, "searcher");
        this.bounds = requireNonNull(bounds, "bounds");
        this.exclusive = exclusive;
        this.appetite = exclusive ? Appetite.unshared(bounds.fetch()) : Appetite.shared(bounds.fetch());
        this.buffer = new ReadyBuffer(requireNonNull(deadline, "deadline"));
        this.room = new Room(bounds, exclusive, buffer, fetches, seats, appetite);
        this.plan = new FetchPlan(buffer, seats, appetite, room);
        this.senders = new WaitingSenders(lock.newCondition(), arrivals, seats, fetches, appetite, room);
        this.lanes = new Lanes(bounds, exclusive, deadline, buffer, arrivals, fetches);
    }

    // ---- receivers ----

    /** A place for a receiver without a selector. */
    public Seat open(Runnable wakeUp) {
        return open(wakeUp, null);
    }

    /** A place for a receiver; with a selector it takes only what matches. */
    public Seat open(Runnable wakeUp, @Nullable Selector selector) {
        lock.lock();
        try {
            if (selector == null) {
                return seats.open(wakeUp);
            }
            Lane lane = lanes.of(selector);
            selective = true;
            return lane.seats.open(wakeUp, lane);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives up a place.
     *
     * @return with the last place of those with the same selector, or without one, everything that was buffered for them, for the caller to give back; else nothing
     */
    public List<Buffered> close(Seat seat) {
        List<Seat> woken;
        List<Buffered> left = List.of();
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return left;
            }
            Lane lane = seat.lane;
            if (lane == null) {
                woken = seats.close(seat, !buffer.isEmpty());
                if (!seats.anyOpen()) {
                    left = drain();
                    appetite.everybodyLeft(!left.isEmpty() || fetches.underWay());
                }
            } else {
                woken = new ArrayList<>(lane.seats.close(seat, false));
                if (!lane.seats.anyOpen()) {
                    left = lanes.close(lane);
                    selective = !lanes.none();
                }
            }
            woken = andOthers(woken);
        } finally {
            lock.unlock();
        }
        wake(woken);
        return left;
    }

    /** Ends dispatching: takes no more, gives up everything that is buffered, and wakes everybody who waits. */
    public List<Buffered> closeAll() {
        List<Seat> woken;
        List<Buffered> left;
        lock.lock();
        try {
            woken = new ArrayList<>(seats.end());
            left = drain();
            woken.addAll(lanes.end(left));
            news.signalAll();
        } finally {
            lock.unlock();
        }
        wake(woken);
        return left;
    }

    /** Whether any receiver is open. */
    public boolean active() {
        lock.lock();
        try {
            return seats.anyOpen() || lanes.anyOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Says that a receiver will not take for now. */
    public void pause(Seat seat) {
        List<Seat> woken;
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return;
            }
            woken = andOthers(
                    seat.lane == null ? seats.pause(seat, !buffer.isEmpty()) : seat.lane.seats.pause(seat, false));
        } finally {
            lock.unlock();
        }
        wake(woken);
    }

    /** Lets a receiver wait that may not take now, whatever is there; {@link #offerAgain} wakes it. */
    public void stand(Seat seat) {
        lock.lock();
        try {
            if (seat.state != Seat.State.CLOSED) {
                (seat.lane == null ? seats : seat.lane.seats).await(seat);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Receivers may take again: wakes as many as there is something for. */
    public void offerAgain() {
        List<Seat> woken;
        lock.lock();
        try {
            woken = andOthers(seats.wake(buffer.size()));
        } finally {
            lock.unlock();
        }
        wake(woken);
    }

    /**
     * Takes the first delivery of the buffer that the receiver's selector matches.
     *
     * @param expired receives those found to have expired, which the caller must deal with
     * @return null if there is none; the seat is then woken when something comes
     */
    public @Nullable Buffered take(Seat seat, long nowMillis, List<Buffered> expired) {
        int limit;
        Buffered first;
        List<Seat> woken;
        lock.lock();
        try {
            Lane lane = seat.lane;
            Seats among = lane == null ? seats : lane.seats;
            Appetite hunger = lane == null ? appetite : lane.appetite;
            if (!among.mayTake(seat)) {
                return null;
            }
            among.want();
            first = poll(lane, nowMillis, expired);
            if (first != null) {
                hunger.took();
                among.served(seat);
            } else {
                hunger.foundNothing();
                among.await(seat);
            }
            senders.roomMade();
            woken = andOthers(List.of());
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        wake(woken);
        fetch(limit);
        return first;
    }

    @GuardedBy("lock")
    private @Nullable Buffered poll(@Nullable Lane lane, long nowMillis, List<Buffered> expired) {
        if (lane != null) {
            return lanes.poll(lane, nowMillis, expired);
        }
        return lanes.none() ? buffer.poll(nowMillis, expired) : lanes.pollCommon(nowMillis, expired);
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
        lock.lock();
        try {
            failedBefore = fetches.failed();
            boolean certain = exclusive && arrivals.certainlyNothing();
            if (certain && !fetches.underWay()) {
                return FetchWait.CERTAIN;
            }
            seats.want();
            if (certain) {
                awaited = fetches.begun();
            } else {
                arrivals.doubt();
                awaited = fetches.begun() + 1;
                limit = beginFetchIfDue();
            }
        } finally {
            lock.unlock();
        }
        fetch(limit);
        return awaitFetch(awaited, failedBefore, timeoutNanos);
    }

    /**
     * Waits, where something was released to the front and the buffer holds what belongs behind it, until that has been fetched, so that the next receive
     * returns it before its successors.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void awaitFront(long timeoutNanos) throws InterruptedException {
        long startedNanos = System.nanoTime();
        awaitCommonFront(timeoutNanos);
        if (selective) {
            awaitFrontOfLanes(timeoutNanos - (System.nanoTime() - startedNanos));
        }
    }

    private void awaitFrontOfLanes(long timeoutNanos) throws InterruptedException {
        List<Lane> awaited;
        lock.lock();
        try {
            awaited = lanes.frontWaitBegun();
        } finally {
            lock.unlock();
        }
        startWhatIsDue();
        lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            long failedBefore = lanes.failures();
            while (lanes.frontMissing() && lanes.failures() == failedBefore && remainingNanos > 0) {
                remainingNanos = news.awaitNanos(remainingNanos);
            }
        } finally {
            awaited.forEach(Lane::frontWaitEnded);
            lock.unlock();
        }
    }

    private void awaitCommonFront(long timeoutNanos) throws InterruptedException {
        int limit;
        long awaited;
        long failedBefore;
        lock.lock();
        try {
            failedBefore = fetches.failed();
            if (!seats.anyOpen() || (buffer.isEmpty() && fetches.behind() == 0 && !fetches.underWay())) {
                return;
            }
            plan.frontWaitBegun();
            limit = beginFetchIfDue();
            awaited = fetches.begun() + (plan.frontWanted() ? 1 : 0);
        } finally {
            lock.unlock();
        }
        try {
            fetch(limit);
            // However it ended, the release itself has succeeded.
            @SuppressWarnings("unused")
            FetchWait unused = awaitFetch(awaited, failedBefore, timeoutNanos);
        } finally {
            lock.lock();
            try {
                plan.frontWaitEnded();
            } finally {
                lock.unlock();
            }
        }
    }

    private FetchWait awaitFetch(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        lock.lock();
        try {
            return fetches.awaitEnd(number, failedBefore, timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the last fetch left nothing in the store. */
    public boolean lastFetchExhausted() {
        lock.lock();
        try {
            return fetches.exhausted();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until no fetch is under way.
     *
     * @return whether that has come
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean awaitIdle(long timeoutNanos) throws InterruptedException {
        long startedNanos = System.nanoTime();
        return awaitFetch(Long.MAX_VALUE, Long.MAX_VALUE, timeoutNanos) == FetchWait.ENDED
                && awaitSteps(timeoutNanos - (System.nanoTime() - startedNanos));
    }

    private boolean awaitSteps(long timeoutNanos) throws InterruptedException {
        lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (lanes.stepUnderWay(Long.MAX_VALUE)) {
                if (remainingNanos <= 0) {
                    return false;
                }
                remainingNanos = news.awaitNanos(remainingNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    // ---- searching for one receiver ----

    /**
     * A receiver with a selector asks whether there is anything for it now.
     *
     * @return for {@link #awaitMatch}
     * @throws InterruptedException if the calling thread is interrupted
     */
    public Look look(Seat seat) throws InterruptedException {
        lock.lock();
        try {
            long remainingNanos = STORE_BOUND_NANOS;
            // What goes through the store without anybody waiting for it can't be found before it is there.
            while (arrivals.anyStoreBound() && remainingNanos > 0) {
                remainingNanos = news.awaitNanos(remainingNanos);
            }
            StoreSearch search = Lanes.laneOf(seat).search;
            return new Look(seat, exclusive ? 0 : search.wantPass(), search.failures());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the receiver can take something, or it is certain that there was nothing for it when it began to look.
     *
     * @param timeoutNanos for how long nothing at all may happen
     * @return ENDED if there is something to be taken, unless another is faster; CERTAIN if there was nothing
     * @throws InterruptedException if the calling thread is interrupted
     */
    public FetchWait awaitMatch(Look look, long timeoutNanos) throws InterruptedException {
        startWhatIsDue();
        lock.lock();
        try {
            Lane lane = Lanes.laneOf(look.seat());
            long remainingNanos = timeoutNanos;
            long stepsBefore = lane.search.stepsEnded();
            while (true) {
                if (!lane.seats.mayTake(look.seat())) {
                    return FetchWait.CERTAIN;
                }
                if (lane.takeable() > 0) {
                    return FetchWait.ENDED;
                }
                if (lane.search.failures() > look.failuresBefore()) {
                    return FetchWait.FAILED;
                }
                boolean searched = look.pass() == 0 ? lane.search.caughtUp() : lane.search.passEnded() >= look.pass();
                if (searched && !broughtBySomebody(look)) {
                    return FetchWait.CERTAIN;
                }
                if (lane.search.stepsEnded() != stepsBefore) {
                    stepsBefore = lane.search.stepsEnded();
                    remainingNanos = timeoutNanos;
                }
                if (remainingNanos <= 0) {
                    return FetchWait.TIMED_OUT;
                }
                remainingNanos = news.awaitNanos(remainingNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether what others have acquired may match and is not at hand yet; what they begin to acquire from now on has come later. */
    @GuardedBy("lock")
    private boolean broughtBySomebody(Look look) {
        if (!look.searched) {
            look.searched = true;
            look.fetch = fetches.begun();
            look.step = lanes.steps();
        }
        return (fetches.underWay() && fetches.begun() <= look.fetch) || lanes.stepUnderWay(look.step);
    }

    // ---- arrivals ----

    /**
     * Decides how many of a batch's sends to this entity are born acquired; called once for each entity and batch, before anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param others everything else in the batch that makes a delivery available here
     * @param withFetch whether the batch carries this dispatcher's fetch
     * @return how many of the first births are born acquired
     */
    public int arrivalsDecided(int births, int others, boolean withFetch) {
        lock.lock();
        try {
            int left = seats.listening() && seats.demand() ? room.left() : 0;
            return arrivals.decide(births, others, left, withFetch);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Decides which of a batch's sends to this entity are born acquired; called once for each entity and batch, before anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param others everything else in the batch that makes a delivery available here
     * @param withFetch whether the batch carries this dispatcher's fetch
     * @return the indexes of the births that are born acquired
     */
    public BitSet arrivalsDecided(List<Buffered> births, int others, boolean withFetch) {
        BitSet granted = new BitSet(births.size());
        if (!selective) {
            granted.set(0, arrivalsDecided(births.size(), others, withFetch));
            return granted;
        }
        lock.lock();
        try {
            int left = seats.listening() && seats.demand() ? room.left() : 0;
            int first = arrivals.grantable(births.size(), others, left);
            granted.set(0, first);
            boolean nothingOnItsWay = others == 0 && arrivals.allSettled();
            for (int i = first; i < births.size(); i++) {
                Buffered birth = births.get(i);
                Lane lane = nothingOnItsWay ? lanes.welcoming(birth) : null;
                if (lane != null) {
                    lanes.promise(birth, lane);
                    granted.set(i);
                } else {
                    lanes.expect(birth);
                }
            }
            // Those of a lane are no arrivals, and those without a selector come first.
            int unused = arrivals.decide(first + births.size() - granted.cardinality(), others, left, withFetch);
            assert unused == first;
        } finally {
            lock.unlock();
        }
        return granted;
    }

    /**
     * What a batch has made available here, beside births; before {@link #arrivalsSettled}.
     *
     * @param sent deliveries that were not there before
     * @param returned the ids of those that were, and keep their places or got new ones
     */
    public void arrived(List<Buffered> sent, List<Long> returned) {
        lock.lock();
        try {
            sent.forEach(lanes::arrived);
            if (!returned.isEmpty()) {
                lanes.report(returned);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether any receiver has a selector, so that {@link #arrived} must be told. */
    public boolean selective() {
        return selective;
    }

    /**
     * The arrivals of a batch are in the store, or failed.
     *
     * @param toFront how many of them may belong before what is buffered: released, not sent
     */
    public void arrivalsSettled(int count, int toFront) {
        int limit;
        lock.lock();
        try {
            arrivals.settle(count);
            senders.tell();
            if (seats.anyOpen()) {
                plan.releasedToFront(toFront);
            }
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    /** A birth that was granted came to nothing. */
    public void birthFailed(Buffered birth) {
        lock.lock();
        try {
            Lane.Promise promise = lanes.promised(birth);
            if (promise == null) {
                arrivals.birthsFailed(1);
            } else {
                promise.end();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in a delivery that was born acquired; its send is durable.
     *
     * @return false if nobody listens any more: the caller must give it back
     */
    public boolean born(Buffered delivery) {
        List<Seat> woken;
        lock.lock();
        try {
            Lane.Promise promise = lanes.promised(delivery);
            if (promise != null) {
                if (!promise.end() || fetches.returning()) {
                    promise.lane().search.doubt();
                    return false;
                }
                lanes.add(promise.lane(), delivery);
                woken = lanes.wake(seats);
            } else if (arrivals.born() || !seats.listening() || fetches.returning()) {
                arrivals.disturb();
                return false;
            } else {
                woken = addBehindFetch(delivery);
            }
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /**
     * Takes in a non-persistent message without the store. A sender that is faster than its receivers is slowed down to their pace rather than sent through the store: it waits for room as
     * long as one of them takes something, and for the rest of what went through the store to arrive, but no longer than {@code patienceNanos} in vain.
     *
     * @return false if it must go through the store; {@link #storeBoundEnded} must then be called once it has
     */
    public boolean offerInMemory(Buffered message, long patienceNanos) {
        List<Seat> woken;
        lock.lock();
        try {
            boolean nothingOnItsWay = !lanes.none() && arrivals.allSettled() && !arrivals.anyStoreBound();
            Lane lane = nothingOnItsWay ? lanes.welcoming(message) : null;
            if (lane != null) {
                lanes.add(lane, message);
                woken = lanes.wake(seats);
            } else if (senders.maySend(patienceNanos)) {
                woken = addBehindFetch(message);
            } else {
                arrivals.storeBoundBegun();
                return false;
            }
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** A non-persistent message goes through the store although there might be room; as if {@link #offerInMemory} had refused it. */
    public void storeBoundBegun() {
        lock.lock();
        try {
            arrivals.storeBoundBegun();
        } finally {
            lock.unlock();
        }
    }

    /** A non-persistent message that {@link #offerInMemory} refused is in the store, or failed. */
    public void storeBoundEnded() {
        lock.lock();
        try {
            arrivals.storeBoundEnded();
            senders.tell();
            if (selective) {
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts back what was taken and did not reach an application, or has no row in the store, at its old place.
     *
     * @return false if nobody listens any more: the caller must store it or give it back
     */
    public boolean putBack(Buffered message) {
        List<Seat> woken;
        lock.lock();
        try {
            if (seats.listening()) {
                woken = add(List.of(message));
            } else if (lanes.putBack(message)) {
                woken = lanes.wake(seats);
            } else {
                return false;
            }
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** Whether receivers wait, or have asked in vain since the last call, and nothing is at hand: this node would take what others have too much of. */
    public boolean starving() {
        lock.lock();
        try {
            boolean disappointed = appetite.disappointedSince();
            boolean ofLanes = lanes.starving();
            return ofLanes || (seats.anyOpen() && buffer.isEmpty() && (disappointed || seats.waiting() > 0));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends an interval, and gives up what waits here beyond what receivers have taken in it, if receivers of another node wait. What has no row in the store stays.
     *
     * @return for the caller to give back; unless this is nothing it must then call {@link #fetchEnded}
     */
    public List<Buffered> surplus(boolean othersWait) {
        lock.lock();
        try {
            int kept = appetite.endInterval(othersWait, seats.demand());
            boolean mayGive = othersWait && !fetches.underWay();
            List<Buffered> surplus = lanes.surplus(othersWait, mayGive);
            if (mayGive) {
                List<Buffered> common = buffer.removeStoredBeyond(kept);
                if (!common.isEmpty()) {
                    arrivals.givenUp();
                }
                surplus.addAll(common);
            }
            if (!surplus.isEmpty()) {
                surplus.forEach(lanes::forget);
                fetches.beginReturn();
                senders.roomMade();
            }
            return surplus;
        } finally {
            lock.unlock();
        }
    }

    /** Something may have come by another way: another node, or this one long ago. */
    public void disturb() {
        int limit;
        lock.lock();
        try {
            arrivals.disturb();
            lanes.disturb();
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    // ---- steps of searches ----

    /**
     * Takes in what a step of a search has acquired.
     *
     * @param loaded with messages
     * @return what must be given back, because everybody with this selector has gone; the caller hands it over before it calls {@link #searchEnded}
     */
    public List<Buffered> searchLoaded(SearchStep step, SearchStep.Found found, List<Buffered> loaded) {
        List<Seat> woken;
        List<Buffered> left;
        lock.lock();
        try {
            left = lanes.found(step, found, loaded);
            woken = lanes.wake(seats);
            news.signalAll();
        } finally {
            lock.unlock();
        }
        wake(woken);
        return left;
    }

    /** The step has ended, and what had to go back has been handed over. */
    public void searchEnded(SearchStep step, SearchStep.Found found) {
        lock.lock();
        try {
            lanes.left(step, found);
            news.signalAll();
        } finally {
            lock.unlock();
        }
        startWhatIsDue();
    }

    /** The step has failed; it is made again after {@link #searchAgain}. */
    public void searchFailed(SearchStep step) {
        lock.lock();
        try {
            lanes.failed(step);
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Steps that failed may be made again. */
    public void searchAgain() {
        lock.lock();
        try {
            lanes.rested();
        } finally {
            lock.unlock();
        }
        startWhatIsDue();
    }

    private void startWhatIsDue() {
        int limit;
        lock.lock();
        try {
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    // ---- fetches ----

    /**
     * The fetch's batch has been committed, and its arrivals settled.
     *
     * @param count how many it brought
     * @param whole whether the store had no more than these within the limit of bytes
     */
    public void fetchAcquired(int count, boolean whole) {
        lock.lock();
        try {
            fetches.acquired(count, whole);
            if (!fetches.outdated()) {
                appetite.fetched(count);
            }
            arrivals.fetched(fetches.exhausted() && !fetches.outdated());
            senders.tell();
        } finally {
            lock.unlock();
        }
    }

    /** The fetch has failed and will be made again after {@link #fetchEnded}. */
    public void fetchFailed() {
        lock.lock();
        try {
            fetches.fail();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in what a fetch brought.
     *
     * @param loaded with messages
     * @return what must be given back, because everybody who listened when the fetch began has gone; the caller hands it over before it calls {@link #fetchEnded}
     */
    public List<Buffered> fetchLoaded(List<Buffered> loaded) {
        List<Seat> woken;
        lock.lock();
        try {
            List<Buffered> all = new ArrayList<>(loaded);
            all.addAll(fetches.takeBehind());
            if (!seats.listening() || fetches.outdated()) {
                fetches.turnBack();
                arrivals.disturb();
                return all;
            }
            woken = add(all);
        } finally {
            lock.unlock();
        }
        wake(woken);
        return List.of();
    }

    /** The fetch has ended, and what had to go back has been handed over. */
    public void fetchEnded() {
        List<Seat> woken;
        int limit;
        lock.lock();
        try {
            woken = add(fetches.end());
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        wake(woken);
        fetch(limit);
    }

    // ---- deadlines and counts ----

    /** Removes what has expired in the buffer. */
    public List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired;
        int limit;
        lock.lock();
        try {
            expired = buffer.removeExpired(nowMillis);
            expired.addAll(lanes.removeExpired(nowMillis));
            expired.forEach(lanes::forget);
            senders.roomMade();
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
        return expired;
    }

    /** The earliest deadline in the buffer, {@link Delivery#NEVER} if there is none. */
    public long earliestDeadline() {
        lock.lock();
        try {
            return Math.min(buffer.earliestDeadline(), lanes.earliestDeadline());
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries the store shows as acquired although no application has them. */
    public int storedInBuffer() {
        lock.lock();
        try {
            return buffer.stored() + fetches.storedBehind() + lanes.stored();
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries wait here that the store does not know. */
    public int unstoredInBuffer() {
        lock.lock();
        try {
            return buffer.size() - buffer.stored() + fetches.behind() - fetches.storedBehind() + lanes.unstored();
        } finally {
            lock.unlock();
        }
    }

    // ---- under the lock ----

    @GuardedBy("lock")
    private List<Seat> addBehindFetch(Buffered delivery) {
        if (fetches.underWay()) {
            fetches.addBehind(delivery);
            return List.of();
        }
        return add(List.of(delivery));
    }

    @GuardedBy("lock")
    private List<Seat> add(List<Buffered> deliveries) {
        buffer.addAll(deliveries);
        if (lanes.none()) {
            return seats.wake(deliveries.size());
        }
        deliveries.forEach(lanes::notice);
        return lanes.wake(seats);
    }

    /** These, and with lanes whoever else could take something that is at hand. */
    @GuardedBy("lock")
    private List<Seat> andOthers(List<Seat> woken) {
        if (lanes.none()) {
            return woken;
        }
        List<Seat> all = new ArrayList<>(woken);
        all.addAll(lanes.wake(seats));
        return all;
    }

    @GuardedBy("lock")
    private List<Buffered> drain() {
        fetches.outdate();
        arrivals.givenUp();
        plan.forgetFront();
        senders.tell();
        List<Buffered> left = buffer.drain();
        left.forEach(lanes::forget);
        left.addAll(fetches.takeBehind());
        return left;
    }

    /** Returns the limit of the fetch, 0 if there is none. It, and the steps that are due, are started by {@link #fetch}. */
    @GuardedBy("lock")
    private int beginFetchIfDue() {
        if (!lanes.none()) {
            dueSteps.addAll(lanes.begin());
        }
        if (!seats.listening() || fetches.underWay() || arrivals.caughtUp() || !plan.due()) {
            return 0;
        }
        int limit = plan.begin(arrivals.granted());
        fetches.begin(limit);
        return limit;
    }

    private void fetch(int limit) {
        for (SearchStep step = dueSteps.poll(); step != null; step = dueSteps.poll()) {
            searcher.search(step);
        }
        if (limit > 0) {
            supply.fetch(limit, bounds.bytes());
        }
    }

    private static void wake(List<Seat> seats) {
        for (Seat seat : seats) {
            seat.wake();
        }
    }
}
