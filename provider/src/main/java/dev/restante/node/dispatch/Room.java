package dev.restante.node.dispatch;

/** The room that is left in memory. Not thread-safe; the dispatcher's lock guards it and what it looks at. */
final class Room {

    private final DispatchBounds bounds;
    private final boolean exclusive;
    private final CommonBuffer buffer;
    private final Fetches fetches;
    private final Seats seats;
    private final PrefetchSize prefetch;

    /** The room of an entity; {@code exclusive} if nobody else could have what waits here. */
    Room(
            DispatchBounds bounds,
            boolean exclusive,
            CommonBuffer buffer,
            Fetches fetches,
            Seats seats,
            PrefetchSize prefetch) {
        this.bounds = bounds;
        this.exclusive = exclusive;
        this.buffer = buffer;
        this.fetches = fetches;
        this.seats = seats;
        this.prefetch = prefetch;
    }

    boolean full() {
        return buffer.bytes() >= bounds.bytes();
    }

    /** Whether at most half of the bytes are taken. */
    boolean halfFree() {
        return halfFreeOf(buffer.bytes());
    }

    /** Returns whether a number of bytes is at most half of the limit. */
    boolean halfFreeOf(long bytes) {
        return bytes <= bounds.bytes() / 2;
    }

    /** Returns how many deliveries with a row may stay: all, unless the limit is exceeded by more than a fetch. */
    int kept() {
        boolean exceeded = buffer.size() > bounds.count() + bounds.fetch() || buffer.bytes() > 2 * bounds.bytes();
        return exceeded ? buffer.storedWithin(bounds.count(), bounds.bytes()) : Integer.MAX_VALUE;
    }

    /** Whether so much waits that not even what belongs to the front is worth more than it takes. */
    boolean overfullBy(int deliveries) {
        return full() || buffer.size() >= bounds.count() + deliveries;
    }

    /** How many more may wait here; negative where more wait already. */
    int left() {
        return full() ? 0 : (exclusive ? bounds.count() : wanted()) - buffer.size() - fetches.behind();
    }

    /** Returns how many more of a priority may wait here; above the lowest one, up to a fetch beyond the limit. */
    int left(int priority) {
        int left = left();
        if (priority <= buffer.lowestPriority() || buffer.bytes() >= 2 * bounds.bytes()) {
            return left;
        }
        int beyond = bounds.count() + bounds.fetch() - buffer.size();
        return Math.max(left, Math.min(wanted() - buffer.size(priority), beyond) - fetches.behind());
    }

    /** How many deliveries are acquired at most for those who wait, and ahead. */
    int wanted() {
        return Math.min(Math.max(prefetch.size(), seats.waiting()), bounds.fetch());
    }
}
