package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a dispatcher, one for each selector, beside its receivers without a selector. What is at hand was
 * acquired either for those or for one lane; whoever is entitled to it by its selector may take it, the first in
 * retrieval order, unless something in the store may belong before it.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and what it looks at.
 */
final class SelectorLanes {

    private final DispatchBounds bounds;
    private final boolean exclusive;
    private final ToLongFunction<Delivery> deadline;

    /** What was acquired for receivers without a selector. */
    private final CommonBuffer common;

    private final Arrivals arrivals;
    private final List<SelectorLane> open = new ArrayList<>();
    private final LaneBirths births;
    private final LaneSearches searches;

    /** As {@link SelectorLane#proven}, for receivers without a selector. */
    private boolean proven;

    SelectorLanes(
            DispatchBounds bounds,
            boolean exclusive,
            ToLongFunction<Delivery> deadline,
            CommonBuffer common,
            Arrivals arrivals,
            Fetches fetches,
            Reading reading) {
        this.bounds = bounds;
        this.exclusive = exclusive;
        this.deadline = deadline;
        this.common = common;
        this.arrivals = arrivals;
        this.births = new LaneBirths(open, common, bounds.bytes());
        this.searches = new LaneSearches(open, births, bounds.bytes(), fetches, reading);
    }

    /** Which messages are born acquired for lanes. */
    LaneBirths births() {
        return births;
    }

    /** What they search the store for. */
    LaneSearches searches() {
        return searches;
    }

    boolean none() {
        return open.isEmpty();
    }

    // ---- receivers ----

    /** The lane of a selector. */
    SelectorLane of(Selector selector) {
        for (SelectorLane lane : open) {
            if (lane.has(selector)) {
                return lane;
            }
        }
        SelectorLane opened = new SelectorLane(selector, bounds, exclusive, deadline, common.groups());
        common.forEach(opened::notice);
        open.forEach(lane -> lane.forEachAcquired(opened::notice));
        open.add(opened);
        searches.opened(opened);
        return opened;
    }

    /** The last receiver of a lane has gone; returns what was acquired for it. */
    List<Buffered> close(SelectorLane lane) {
        open.remove(lane);
        searches.closed(lane);
        List<Buffered> left = lane.drain();
        left.forEach(this::forget);
        return left;
    }

    /** Nobody takes any more; returns who waited. What was acquired is added to {@code left}. */
    List<Seat> end(List<Buffered> left) {
        List<Seat> woken = new ArrayList<>();
        for (SelectorLane lane : open) {
            woken.addAll(lane.seats.end());
            List<Buffered> own = lane.drain();
            own.forEach(this::forget);
            left.addAll(own);
        }
        return woken;
    }

    /** Whether any receiver waits. */
    boolean anyWaiting() {
        return open.stream().anyMatch(lane -> lane.seats.anyInLine());
    }

    boolean starving() {
        boolean starving = false;
        for (SelectorLane lane : open) {
            starving |= lane.starving();
        }
        return starving;
    }

    // ---- what is at hand ----

    /** Something was acquired for receivers without a selector. */
    void notice(Buffered buffered) {
        for (SelectorLane lane : open) {
            lane.notice(buffered);
        }
    }

    private void add(SelectorLane lane, Buffered buffered) {
        lane.own.add(buffered);
        notice(buffered);
    }

    /** A birth that was promised has come; returns whether the receivers of its lane can take it. */
    boolean born(SelectorLane.Promise promise, Buffered birth) {
        promise.lane().tellOthers(open, birth);
        return promise.lane().born(birth, promise.behind());
    }

    /** A message that has no row in the store stays in memory for a lane that welcomes it. */
    void keep(SelectorLane lane, Buffered message) {
        lane.tellOthers(open, message);
        lane.born(message, false);
    }

    /** Something is at hand no more, and whoever it was acquired for knows. */
    void forget(Buffered buffered) {
        if (buffered.groupId() != null) {
            common.groups().remove(buffered);
        }
        open.forEach(lane -> lane.forget(buffered));
    }

    /** A member of a group that leaves goes back, for whomever it was acquired. */
    void giveUp(Buffered member) {
        for (SelectorLane lane : open) {
            if (lane.remove(member)) {
                lane.giveUp();
            }
            lane.forget(member);
        }
    }

    /** Takes out what was born of a group and waits behind searches. */
    List<Buffered> removeBehind(String groupId) {
        List<Buffered> removed = new ArrayList<>();
        for (SelectorLane lane : open) {
            removed.addAll(lane.removeBehind(groupId));
        }
        removed.forEach(this::forget);
        return removed;
    }

    /** The first of what was acquired for any lane, whoever may take it. */
    @Nullable
    Buffered firstAcquired() {
        Buffered first = null;
        for (SelectorLane lane : open) {
            first = Buffered.earlier(first, lane.firstAcquired());
        }
        return first;
    }

    /** The first of what was acquired for any lane that a party may take. */
    private @Nullable Buffered firstOwn(Object party) {
        Buffered first = null;
        for (SelectorLane lane : open) {
            first = Buffered.earlier(first, lane.firstAcquired(party));
        }
        return first;
    }

    private int own() {
        return open.stream().mapToInt(SelectorLane::acquired).sum();
    }

    /**
     * Takes the first that has not expired for a receiver with a selector.
     *
     * @param expired receives those before it, which have
     */
    @Nullable
    Buffered poll(SelectorLane lane, Object party, long nowMillis, List<Buffered> expired) {
        Buffered next = poll(() -> lane.first(party), party, nowMillis, expired);
        lane.proven(false);
        return next;
    }

    /** The same for a receiver without. */
    @Nullable
    Buffered pollCommon(Object party, long nowMillis, List<Buffered> expired) {
        Buffered next = poll(() -> firstCommon(party), party, nowMillis, expired);
        proven = false;
        return next;
    }

    /** All that was in the store when a receiver without a selector asked is at hand. */
    void proven() {
        proven = true;
    }

    private @Nullable Buffered poll(
            Supplier<@Nullable Buffered> first, Object party, long nowMillis, List<Buffered> expired) {
        for (Buffered next = first.get(); next != null; next = first.get()) {
            remove(next);
            if (next.groupId() != null) {
                common.groups().taken(next, party);
            }
            if (deadline.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    private @Nullable Buffered firstCommon(Object party) {
        Buffered first = common.first(party);
        Buffered own = first == null && !arrivals.caughtUp() && !proven ? null : firstOwn(party);
        return own != null && (first == null || Buffered.inOrder(own, first) < 0) ? own : first;
    }

    /** One of those that were acquired for lanes; null if none is wanted. */
    @Nullable
    Buffered find(Predicate<Buffered> wanted) {
        for (SelectorLane lane : open) {
            Buffered found = lane.own.find(wanted);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Takes out what is at hand, for whomever it was acquired. */
    void remove(Buffered buffered) {
        boolean found = common.remove(buffered);
        for (int i = 0; !found && i < open.size(); i++) {
            found = open.get(i).remove(buffered);
        }
        forget(buffered);
    }

    /** Wakes as many as could take something. A receiver that finds that another was faster waits again. */
    List<Seat> wake(Seats withoutSelector) {
        List<Seat> woken = new ArrayList<>();
        for (SelectorLane lane : open) {
            if (common.groups().none()) {
                wake(lane.seats, lane.takeable(), woken);
            } else {
                woken.addAll(lane.seats.wakeIf(seat -> lane.first(seat.party) != null));
            }
        }
        if (common.groups().none()) {
            int own = common.size() == 0 && !arrivals.caughtUp() ? 0 : own();
            wake(withoutSelector, common.size() + own, woken);
        } else {
            wake(withoutSelector, common.takeable(), woken);
            if (common.groups().offers().offersToParties() || !open.isEmpty()) {
                woken.addAll(withoutSelector.wakeIf(seat -> canTake(seat.party)));
            }
        }
        return woken;
    }

    private boolean canTake(Object party) {
        return common.groups().offers().offersTo(party) || (!open.isEmpty() && firstCommon(party) != null);
    }

    private static void wake(Seats seats, int takeable, List<Seat> woken) {
        int more = takeable - seats.woken();
        if (more > 0) {
            woken.addAll(seats.wake(more));
        }
    }

    // ---- arrivals ----

    /** This is in the store now. */
    void arrived(Buffered message) {
        for (SelectorLane lane : open) {
            if (lane.matches(message)) {
                lane.search.arrived(message.delivery());
            }
        }
    }

    /** Takes in what has no row in the store, or was taken and not received; false if it matches no lane. */
    boolean putBack(Buffered message) {
        for (SelectorLane lane : open) {
            if (lane.seats.listening() && lane.matches(message)) {
                add(lane, message);
                return true;
            }
        }
        return false;
    }

    // ---- the front ----

    boolean frontMissing() {
        return open.stream().anyMatch(SelectorLane::frontMissing);
    }

    /** Returns the lanes that somebody waits for, until he says that he does not. */
    List<SelectorLane> frontWaitBegun() {
        open.forEach(SelectorLane::frontWaitBegun);
        return List.copyOf(open);
    }

    // ---- deadlines, shares and counts ----

    /**
     * Ends an interval; returns what waits beyond what receivers have taken in it if those of another node wait, and
     * {@code mayGive}.
     */
    List<Buffered> surplus(boolean othersWait, boolean mayGive) {
        List<Buffered> surplus = new ArrayList<>();
        for (SelectorLane lane : open) {
            int kept = lane.prefetch.endInterval(othersWait, lane.seats.demand());
            if (othersWait && mayGive && !lane.search.isUnderWay()) {
                List<Buffered> removed = lane.own.removeStoredBeyond(kept);
                if (!removed.isEmpty()) {
                    lane.giveUp();
                    surplus.addAll(removed);
                }
            }
        }
        return surplus;
    }

    List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired = new ArrayList<>();
        open.forEach(lane -> expired.addAll(lane.removeExpired(nowMillis)));
        return expired;
    }

    List<Buffered> removeIf(Predicate<Buffered> unwanted) {
        List<Buffered> removed = new ArrayList<>();
        open.forEach(lane -> removed.addAll(lane.removeIf(unwanted)));
        return removed;
    }

    long earliestDeadline() {
        return open.stream().mapToLong(SelectorLane::earliestDeadline).min().orElse(Delivery.NEVER);
    }

    int stored() {
        return open.stream().mapToInt(SelectorLane::stored).sum();
    }

    int unstored() {
        return own() - stored();
    }

    /** The lane of a place that has one. */
    static SelectorLane laneOf(Seat seat) {
        return requireNonNull(find(seat), "lane");
    }

    /** The lane of a place; null if its receiver has no selector. */
    static @Nullable SelectorLane find(Seat seat) {
        return (SelectorLane) seat.company;
    }
}
