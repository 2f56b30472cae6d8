package dev.restante.node.queue.buffer;

/**
 * Adaptive prefetch size, which follows the demand of the receivers of this node. It doubles only when receivers take
 * all prefetched deliveries before the next fetch, so that a slow node does not prefetch returned deliveries again. It
 * shrinks to the recent demand when receivers of another node wait. It also shrinks when the last receiver closes
 * before it takes all deliveries, because an application can open a receiver for each message.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class PrefetchSize {

    private static final int FIRST = 64;

    private final int max;
    private int size;
    private long taken;
    private long takenBefore;
    private long takenByPreviousReceivers;
    private boolean nothingFound;

    private PrefetchSize(int first, int max) {
        this.size = Math.min(first, max);
        this.max = max;
    }

    /** Returns the initial size for a kind of store. */
    public static PrefetchSize of(boolean exclusive, int max) {
        return exclusive ? forExclusiveStore(max) : forSharedStore(max);
    }

    /** Returns a size that begins with the maximum, because no other node needs the deliveries. */
    public static PrefetchSize forExclusiveStore(int max) {
        return new PrefetchSize(max, max);
    }

    /** Returns a size that begins small, because other nodes may need the deliveries. */
    static PrefetchSize forSharedStore(int max) {
        return new PrefetchSize(FIRST, max);
    }

    /** Returns the maximum number of prefetched deliveries; 0 to acquire deliveries only for waiting receivers. */
    public int size() {
        return size;
    }

    public long taken() {
        return taken;
    }

    public void messageTaken() {
        taken++;
    }

    public void nothingFound() {
        nothingFound = true;
    }

    /** Returns whether a receiver, for example one that polls without waiting, found no message since the last call. */
    public boolean pollNothingFound() {
        boolean found = nothingFound;
        nothingFound = false;
        return found;
    }

    /** Records the number of deliveries that a fetch has acquired. */
    public void fetched(int count) {
        if (count > 0 && count >= size) {
            size = Math.min(Math.max(1, 2 * size), max);
        }
    }

    /**
     * Records that the last receiver has closed.
     *
     * @param anyLeft true if deliveries remain that are returned to the store
     */
    public void lastReceiverClosed(boolean anyLeft) {
        if (anyLeft) {
            size = (int) Math.min(size, Math.max(1, taken - takenByPreviousReceivers));
        }
        takenByPreviousReceivers = taken;
    }

    /**
     * Ends a measurement interval.
     *
     * @param otherNodesWait true if receivers of another node wait
     * @param demand true if receivers of this node need messages
     * @return the new maximum number of prefetched deliveries
     */
    public int endInterval(boolean otherNodesWait, boolean demand) {
        long takenInInterval = taken - takenBefore;
        takenBefore = taken;
        if (otherNodesWait) {
            size = demand ? (int) Math.min(takenInInterval, max) : 0;
        }
        return size;
    }
}
