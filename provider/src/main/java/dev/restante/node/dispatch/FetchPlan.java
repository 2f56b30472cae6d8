package dev.restante.node.dispatch;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of fetches. One is due when the buffer has run low, or when the store has a delivery that belongs before the
 * buffered ones, because it was released or has a higher priority. The plan also says how large the fetch is, and of
 * which priorities.
 *
 * <p>A fetch of higher priorities brings nothing else, so it never exchanges low messages for low messages. It is not
 * due while half of a fetch is in the buffer that would be received before the arrival.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and what it looks at.
 */
final class FetchPlan {

    /**
     * After a release so many are fetched even into a full buffer, because what was released belongs to the front, and
     * others may have come before it. A buffer that is overfull by four times as many takes only as many as were
     * released.
     */
    private static final int FRONT_FETCH = 64;

    private final CommonBuffer buffer;
    private final Seats seats;
    private final PrefetchSize prefetch;
    private final Room room;
    private final boolean exclusive;

    /** How many deliveries were released to the front since the last fetch began. */
    private int frontWanted;

    /** How many of them the fetch that began last is to bring. */
    private int frontServed;

    /** Whether a fetch has brought less than that. */
    private boolean frontOwed;

    private int frontAwaited;

    /** More ids of released deliveries are not kept; some are taken to be missing then, whatever a fetch brings. */
    private static final int MOST_RELEASED = 10_000;

    /** The ids of deliveries that were released to the front since the last fetch began, as far as they are known. */
    private final Set<Long> released = new HashSet<>();

    /** True if more deliveries were released than ids are kept. */
    private boolean moreReleased;

    /** The ids of deliveries that were released to the front before the last fetch began, and are not here. */
    private final Set<Long> missing = new HashSet<>();

    private boolean moreMissing;

    /** The highest priority of deliveries that may be in the store and not here; -1 if there are none. */
    private int stored = EntityDispatcher.NO_PRIORITY;

    /** The value of {@link #stored} before the fetch that began last. */
    private int storedAtFetch = EntityDispatcher.NO_PRIORITY;

    /** The lowest priority that the fetch that began last brings. */
    private int lowestPriority;

    /** True if that fetch has brought all deliveries of these priorities that the store had. */
    private boolean exhausted;

    FetchPlan(CommonBuffer buffer, Seats seats, PrefetchSize prefetch, Room room, boolean exclusive) {
        this.buffer = buffer;
        this.seats = seats;
        this.prefetch = prefetch;
        this.room = room;
        this.exclusive = exclusive;
    }

    /** The store may have deliveries of at most this priority that are not here. */
    void arrived(int priority) {
        stored = Math.max(stored, priority);
    }

    /** The fetch that began last has seen all that had arrived, of the priorities that it looked at. */
    void sawAll() {
        stored = lowestPriority - 1;
    }

    /**
     * Takes note of the deliveries that came with the last fetch, in retrieval order. If the store has more, none of
     * them has a higher priority.
     *
     * @return null if everything that is buffered may stay. Otherwise the fetch was filled with higher priorities than
     *     what was released, and whatever belongs behind the returned delivery has to go back to the store: something
     *     that was released may belong before it
     */
    @Nullable
    Buffered loaded(List<Buffered> brought) {
        brought.forEach(buffered -> missing.remove(buffered.delivery().id()));
        Buffered last = brought.isEmpty() ? null : brought.get(brought.size() - 1);
        if (!exhausted && last != null) {
            arrived(last.delivery().priority());
        }
        if (!exhausted && frontOwed) {
            // The fetch that follows is for these, too.
            released.addAll(missing);
            moreReleased |= moreMissing;
        }
        boolean goesBack = !exhausted && !frontOwed && (moreMissing || !missing.isEmpty());
        missing.clear();
        moreMissing = false;
        return goesBack ? last : null;
    }

    /** These deliveries were released and may belong before buffered ones. */
    void releasedToFront(List<Long> deliveryIds) {
        releasedToFront(deliveryIds.size());
        if (released.size() + deliveryIds.size() > MOST_RELEASED) {
            moreReleased |= !deliveryIds.isEmpty();
        } else {
            released.addAll(deliveryIds);
        }
    }

    /** So many deliveries were released that may belong before what is buffered. */
    void releasedToFront(int deliveries) {
        frontWanted += deliveries;
    }

    boolean frontWanted() {
        return frontWanted > 0;
    }

    /** Nothing is buffered any more that something could belong before. */
    void forgetFront() {
        frontWanted = 0;
        frontServed = 0;
        frontOwed = false;
        released.clear();
        missing.clear();
        moreReleased = false;
        moreMissing = false;
    }

    /** Whether a fetch that was to bring the front has not brought all of it. */
    boolean frontOwed() {
        return frontOwed;
    }

    /**
     * The fetch that began last brought so many. It takes from the front, but only so many bytes at once: if it left
     * something of what was released, that is still wanted.
     */
    void fetched(int brought, boolean broughtAll) {
        exhausted = broughtAll;
        int left = broughtAll ? 0 : Math.max(0, frontServed - brought);
        frontWanted += left;
        frontOwed = left > 0;
        frontServed = 0;
    }

    /** The fetch that began last has failed: what it was to bring is still wanted. */
    void fetchFailed() {
        fetched(0, false);
        released.addAll(missing);
        moreReleased |= moreMissing;
        missing.clear();
        moreMissing = false;
        arrived(storedAtFetch);
    }

    /**
     * Somebody waits for what was released, until {@link #frontWaitEnded}; it is fetched then although no receiver
     * asks.
     */
    void frontWaitBegun() {
        frontAwaited++;
    }

    void frontWaitEnded() {
        frontAwaited--;
    }

    boolean due() {
        if (runsLow()) {
            return true;
        }
        // Where others could have it, it is not acquired for receivers that want nothing now.
        boolean mayHave = hungry() || (exclusive && buffer.anyTakeable());
        return mayHave ? frontWanted > 0 || overtaken() : frontWanted > 0 && frontAwaited > 0;
    }

    /** Returns whether receivers want messages. */
    private boolean hungry() {
        return seats.demand() && (prefetch.size() > 0 || seats.anyWaiting() || buffer.anyTakeable());
    }

    private boolean runsLow() {
        return buffer.takeable() <= prefetch.size() / 2 && room.halfFree() && hungry();
    }

    /** Returns whether too few deliveries precede a higher priority that the store may have. */
    private boolean overtaken() {
        return stored > buffer.lowestPriority()
                && buffer.size(stored) <= prefetch.size() / 2
                && room.halfFreeOf(buffer.bytes(stored));
    }

    /** Returns whether the last fetch brings only deliveries of higher priorities than the lowest buffered one. */
    boolean onlyOvertaking() {
        return lowestPriority > 0;
    }

    /** The lowest priority that the fetch that began last brings. */
    int lowestPriority() {
        return lowestPriority;
    }

    /**
     * A fetch begins, which serves the front too.
     *
     * @param births how many deliveries will be born here, and need room
     * @return its limit
     */
    int begin(int births) {
        lowestPriority = frontWanted == 0 && overtaken() && !runsLow() ? buffer.lowestPriority() + 1 : 0;
        storedAtFetch = stored;
        sawAll();
        int space = onlyOvertaking() ? room.wanted() : Math.min(room.left() - births, room.wanted());
        int limit = Math.max(Math.max(1, frontLimit()), space);
        frontServed = frontWanted;
        frontWanted = 0;
        missing.addAll(released);
        moreMissing |= moreReleased;
        released.clear();
        moreReleased = false;
        return limit;
    }

    private int frontLimit() {
        return frontWanted == 0 || room.overfullBy(4 * FRONT_FETCH) ? frontWanted : Math.max(frontWanted, FRONT_FETCH);
    }
}
