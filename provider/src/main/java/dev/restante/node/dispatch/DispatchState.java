package dev.restante.node.dispatch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The state of the dispatcher of one entity, and the steps that its sides have in common. {@code lock} guards all of
 * it, the parts included, each of which has one of the rules. Whoever gives up the lock then wakes the seats, and
 * starts the fetch, that he was told of.
 */
final class DispatchState {

    private final DueWork due;
    final boolean exclusive;

    final ReentrantLock lock = new ReentrantLock();

    /** Signalled when a fetch or a step of a search has ended or failed. */
    final Condition news = lock.newCondition();

    /** Whether any receiver has a selector; written under the lock. */
    volatile boolean selective;

    @GuardedBy("lock")
    final WideFetch wide = new WideFetch();

    @GuardedBy("lock")
    final Arrivals arrivals = new Arrivals(wide);

    @GuardedBy("lock")
    final Seats seats = new Seats();

    @GuardedBy("lock")
    final Fetches fetches;

    @GuardedBy("lock")
    final Reading reading;

    @GuardedBy("lock")
    final CommonBuffer buffer;

    @GuardedBy("lock")
    final PrefetchSize prefetch;

    @GuardedBy("lock")
    final Room room;

    @GuardedBy("lock")
    final FetchPlan plan;

    @GuardedBy("lock")
    final WaitingSenders senders;

    @GuardedBy("lock")
    final SelectorLanes lanes;

    /** How many groups that had left have come back ever. */
    @GuardedBy("lock")
    long groupReturns;

    DispatchState(
            FetchSupply supply,
            StepSearcher searcher,
            BiConsumer<List<Buffered>, Runnable> giveBack,
            DispatchBounds bounds,
            boolean exclusive,
            ToLongFunction<Delivery> deadline) {
        this.due = new DueWork(supply, searcher, giveBack, bounds.bytes());
        this.exclusive = exclusive;
        this.prefetch = exclusive ? PrefetchSize.unshared(bounds.fetch()) : PrefetchSize.shared(bounds.fetch());
        this.fetches = new Fetches(news, deadline);
        this.reading = new Reading(fetches);
        this.buffer = new CommonBuffer(deadline, reading);
        this.room = new Room(bounds, exclusive, buffer, fetches, seats, prefetch);
        this.plan = new FetchPlan(buffer, seats, prefetch, room, exclusive);
        this.senders = new WaitingSenders(lock.newCondition(), arrivals, seats, fetches, prefetch, room);
        this.lanes = new SelectorLanes(bounds, exclusive, deadline, buffer, arrivals, fetches, reading);
    }

    /** Takes something in behind what a fetch under way brings; whether it is at hand now. */
    @GuardedBy("lock")
    boolean addBehindFetch(Buffered delivery) {
        if (fetches.underWay()) {
            fetches.addBehind(delivery);
            return false;
        }
        add(delivery);
        return true;
    }

    @GuardedBy("lock")
    List<Seat> add(List<Buffered> deliveries) {
        for (Buffered delivery : deliveries) {
            add(delivery);
        }
        return seatsFor(deliveries.size());
    }

    @GuardedBy("lock")
    private void add(Buffered delivery) {
        if (!turnAway(delivery)) {
            buffer.add(delivery);
            lanes.notice(delivery);
        }
    }

    /** Who is to be woken for so many that are at hand now. */
    @GuardedBy("lock")
    List<Seat> seatsFor(int count) {
        return lanes.none() && buffer.groups().none() ? seats.wake(count) : lanes.wake(seats);
    }

    /**
     * Whether of all the groups of which the fetch under way brings nothing, nothing is wanted now either: else it does
     * not prove that the store has no more.
     */
    @GuardedBy("lock")
    boolean stillUnwanted() {
        return buffer.groups().unwanted().containsAll(due.exceptGroups());
    }

    /** What comes of a group that leaves follows it. */
    @GuardedBy("lock")
    boolean turnAway(Buffered delivery) {
        boolean away = buffer.groups().turnsAway(delivery);
        if (away) {
            due.goesBack(delivery);
        }
        return away;
    }

    /**
     * Of what goes back that nobody had received, others may have later ones of a group at hand, or coming: those go
     * with it.
     *
     * @return what the caller must give back; the rest is by {@link #start}
     */
    @GuardedBy("lock")
    List<Buffered> withTheirGroups(List<Buffered> left) {
        List<Buffered> withoutGroup = new ArrayList<>(left.size());
        for (Buffered buffered : left) {
            String groupId = buffered.groupId();
            if (groupId == null) {
                withoutGroup.add(buffered);
            } else if (!turnAway(buffered)) {
                emptyGroup(groupId, buffered.delivery()).forEach(this::turnAway);
                turnAway(buffered);
            }
        }
        return withoutGroup;
    }

    /** Whether of the groups of what goes back others may have something at hand, or coming. */
    @GuardedBy("lock")
    boolean othersMayHaveOfGroups() {
        return !lanes.none() || reading.stepUnderWay(Long.MAX_VALUE);
    }

    /**
     * A delivery of a group goes back: takes out what else is at hand of it, for whomever it was acquired. What comes
     * of it from now on is turned away.
     */
    @GuardedBy("lock")
    List<Buffered> emptyGroup(String groupId, Delivery first) {
        List<Buffered> members = new ArrayList<>(buffer.groups().empty(groupId, first));
        members.forEach(lanes::giveUp);
        members.addAll(lanes.removeBehind(groupId));
        if (!members.isEmpty()) {
            senders.roomMade();
        }
        return members;
    }

    private void returned(List<Buffered> back) {
        List<Seat> woken;
        int limit;
        lock.lock();
        try {
            buffer.groups().returned(back);
            woken = groupsGoOn(List.of());
            news.signalAll();
            limit = beginWhatIsDue();
        } finally {
            lock.unlock();
        }
        wake(woken);
        start(limit);
    }

    /**
     * Groups may go on where nothing that was acquired before can come any more: those that have left may be taken in
     * again.
     */
    @GuardedBy("lock")
    List<Seat> groupsGoOn(List<Seat> woken) {
        buffer.groups().prove();
        LaneSearches searched = lanes.searches();
        int back = buffer.groups().comeBack(searched::rewind);
        if (back > 0) {
            groupReturns += back;
            news.signalAll();
            arrivals.disturb();
            lanes.searches().lookAgain();
            if (seats.anyOpen()) {
                // A fetch for what was released has passed over them if it began while they were leaving.
                plan.releasedToFront(back);
            }
        }
        return andOthers(woken);
    }

    /** These, and with lanes or groups whoever else could take something that is at hand. */
    @GuardedBy("lock")
    List<Seat> andOthers(List<Seat> woken) {
        if (lanes.none() && buffer.groups().none()) {
            return woken;
        }
        List<Seat> all = new ArrayList<>(woken);
        all.addAll(lanes.wake(seats));
        return all;
    }

    /** Waits until what is being acquired now is at hand, or on its way back; returns whether that has come. */
    @CanIgnoreReturnValue
    @GuardedBy("lock")
    boolean awaitComing(long timeoutNanos) throws InterruptedException {
        Reading.Moment moment = reading.now();
        long remainingNanos = timeoutNanos;
        while (!reading.allCame(moment) && remainingNanos > 0) {
            remainingNanos = news.awaitNanos(remainingNanos);
        }
        return reading.allCame(moment);
    }

    @GuardedBy("lock")
    List<Buffered> drain() {
        fetches.outdate();
        giveUp();
        plan.forgetFront();
        senders.tell();
        List<Buffered> left = buffer.drain();
        left.addAll(fetches.takeCutOff());
        left.forEach(lanes::forget);
        left.addAll(fetches.takeBehind());
        return left;
    }

    /** What was at hand goes back, and with it the births that are still to come. */
    @GuardedBy("lock")
    void giveUp() {
        arrivals.givenUp();
        awaitReturns();
    }

    /** Somebody is handed this to carry back to the store, if it is anything. */
    @GuardedBy("lock")
    void goesBack(List<Buffered> left) {
        if (!left.isEmpty()) {
            goesBack();
        }
    }

    /**
     * Somebody is handed something to carry back to the store: nothing is fetched or searched for before he has said
     * that {@link #wentBack it is there}, or it would be received before what is on its way.
     */
    @GuardedBy("lock")
    void goesBack() {
        fetches.goesBack();
        awaitReturns();
    }

    @GuardedBy("lock")
    private void awaitReturns() {
        if (anythingGoesBack() && !fetches.underWay()) {
            fetches.beginReturn();
        }
    }

    /** At its end nobody waits for what goes back: nothing will be fetched any more. */
    @GuardedBy("lock")
    private boolean anythingGoesBack() {
        return arrivals.birthsToGoBack() || (fetches.goingBack() && !seats.ended());
    }

    /** What somebody had been handed is in the store, or he can't get it there. */
    void wentBack() {
        endOwed(Fetches::wentBack);
    }

    /** What is under way ends; where something has yet to go back, as soon as it has. */
    void ended() {
        endOwed(Fetches::oweEnd);
    }

    /** Ends what would have ended before, had nothing had to go back first. */
    void endOwed() {
        endOwed(state -> {});
    }

    private void endOwed(Consumer<Fetches> change) {
        List<Seat> woken = List.of();
        int limit;
        lock.lock();
        try {
            change.accept(fetches);
            if (anythingGoesBack()) {
                return;
            }
            if (fetches.endOwed()) {
                woken = groupsGoOn(add(fetches.end()));
            }
            limit = beginWhatIsDue();
        } finally {
            lock.unlock();
        }
        wake(woken);
        start(limit);
    }

    /**
     * Returns the limit of the fetch, 0 if there is none. It, and the steps that are due, are started by
     * {@link #start}.
     */
    @GuardedBy("lock")
    int beginWhatIsDue() {
        if (!lanes.none()) {
            due.steps(lanes.searches().begin());
            due.tell(lanes.searches().removeAway());
        }
        if (buffer.groups().takeMoreWanted()) {
            arrivals.disturb();
        }
        if (!seats.listening() || fetches.underWay() || arrivals.nothingToFetch()) {
            return 0;
        }
        if (!plan.due()) {
            arrivals.notFetched();
            // Nothing is fetched for those who are away, and when they are back nobody says so.
            due.tell(seats.removeAway());
            return 0;
        }
        int limit = plan.begin(arrivals.granted());
        fetches.begin();
        arrivals.fetchBegins();
        due.fetchBegins(buffer.groups().unwanted(), wide.begin(System.nanoTime()), plan.lowestPriority());
        return limit;
    }

    void start(int limit) {
        due.start(limit, this::returned);
    }

    void startWhatIsDue() {
        int limit;
        lock.lock();
        try {
            limit = beginWhatIsDue();
        } finally {
            lock.unlock();
        }
        start(limit);
    }

    /** Wakes them; what one was woken for that is away goes to others too. */
    void wake(List<Seat> woken) {
        for (Seat seat : woken) {
            seat.wake();
            // Asked after it was woken: if it went away before, it may not have seen that.
            if (seat.away()) {
                pause(seat, true);
            }
        }
    }

    /** The receiver of a seat, or only one that was woken, will not take for now. */
    void pause(Seat seat, boolean onlyWoken) {
        List<Seat> woken;
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED || (onlyWoken && seat.state != Seat.State.WOKEN)) {
                return;
            }
            SelectorLane lane = SelectorLanes.find(seat);
            woken = andOthers(lane == null ? seats.pause(seat, buffer.takeable() > 0) : lane.seats.pause(seat, false));
        } finally {
            lock.unlock();
        }
        wake(woken);
    }
}
