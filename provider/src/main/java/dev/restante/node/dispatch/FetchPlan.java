package dev.restante.node.dispatch;

/**
 * The plan of fetches. One is due when the buffer has run low, or when something was released that belongs before what
 * waits there; the plan also says how large it is.
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

    FetchPlan(CommonBuffer buffer, Seats seats, PrefetchSize prefetch, Room room, boolean exclusive) {
        this.buffer = buffer;
        this.seats = seats;
        this.prefetch = prefetch;
        this.room = room;
        this.exclusive = exclusive;
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
    }

    /** Whether a fetch that was to bring the front has not brought all of it. */
    boolean frontOwed() {
        return frontOwed;
    }

    /**
     * The fetch that began last brought so many. It takes from the front, but only so many bytes at once: if it left
     * something of what was released, that is still wanted.
     */
    void fetched(int brought, boolean exhausted) {
        int left = exhausted ? 0 : Math.max(0, frontServed - brought);
        frontWanted += left;
        frontOwed = left > 0;
        frontServed = 0;
    }

    /** The fetch that began last has failed: what it was to bring is still wanted. */
    void fetchFailed() {
        fetched(0, false);
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
        boolean low = buffer.takeable() <= prefetch.size() / 2 && room.halfFree();
        boolean hungry = seats.demand() && (prefetch.size() > 0 || seats.anyWaiting() || buffer.takeable() > 0);
        if (hungry) {
            return low || frontWanted > 0;
        }
        // Where others could have it, it is not acquired for receivers that want nothing now.
        boolean overtaken = exclusive && buffer.takeable() > 0;
        return frontWanted > 0 && (frontAwaited > 0 || overtaken);
    }

    /**
     * A fetch begins, which serves the front too.
     *
     * @param births how many deliveries will be born here, and need room
     * @return its limit
     */
    int begin(int births) {
        int limit = Math.max(Math.max(1, frontLimit()), Math.min(room.left() - births, room.wanted()));
        frontServed = frontWanted;
        frontWanted = 0;
        return limit;
    }

    private int frontLimit() {
        return frontWanted == 0 || room.overfullBy(4 * FRONT_FETCH) ? frontWanted : Math.max(frontWanted, FRONT_FETCH);
    }
}
