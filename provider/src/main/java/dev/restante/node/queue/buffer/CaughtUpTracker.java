package dev.restante.node.queue.buffer;

import dev.restante.model.Delivery;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Tracker of whether the store has no available message of an entity beyond the prefetched messages (the node is
 * <em>caught up</em>). Only then can a direct or in-memory delivery not overtake an earlier message.
 *
 * <p>Every delivery that becomes available is an arrival, which is announced before its batch is written and confirmed
 * afterwards. After a fetch, the node is caught up under these conditions:
 *
 * <ul>
 *   <li>the fetch exhausted the store;
 *   <li>no arrival of another batch was unconfirmed when the batch of the fetch was announced;
 *   <li>no arrival was announced since.
 * </ul>
 *
 * <p>Each priority is tracked separately: a node with a backlog of low priority can be caught up for higher priorities.
 * A message of a higher priority can then be delivered directly, because it overtakes only lower priorities.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class CaughtUpTracker {

    /** Value below all priorities, for no arrival. */
    public static final int NO_PRIORITY = -1;

    /** Value above all priorities, for a node that is caught up for none. */
    public static final int NO_CAUGHT_UP_PRIORITY = Delivery.HIGHEST_PRIORITY + 1;

    private final FetchRange fetchRange;

    /** Lowest priority for which the node is caught up; it is also caught up for all higher ones. */
    private int caughtUpFrom = NO_CAUGHT_UP_PRIORITY;

    private long announced;
    private long confirmed;

    /** Number of granted direct deliveries that have not arrived. */
    private int reserved;

    /**
     * Number of direct deliveries that were granted before all prefetched deliveries were returned. They must also be
     * returned, because the returned deliveries precede them.
     */
    private int reservedBeforeReturn;

    /** Number of spills begun so far; the next field counts ended spills. */
    private long spillBegun;

    private long spillsEnded;

    /** True if another node has sent a message since the last fetch began. */
    private boolean sentByOtherNode;

    /** Highest priority of the arrivals announced since all were confirmed. */
    private int highestUnconfirmed = NO_PRIORITY;

    /** Highest priority of other batches' arrivals that were unconfirmed when the fetch was announced. */
    private int unconfirmedAtFetch = NO_PRIORITY;

    /** Highest priority of the arrivals announced since the fetch. */
    private int announcedSinceFetch = NO_PRIORITY;

    public CaughtUpTracker(FetchRange fetchRange) {
        this.fetchRange = fetchRange;
    }

    /** Returns whether the node is caught up for all priorities. */
    public boolean caughtUp() {
        return caughtUpFrom == 0;
    }

    /** Returns whether a fetch would find nothing. */
    public boolean nothingToFetch() {
        return caughtUp() && !sentByOtherNode;
    }

    /**
     * Records that another node has sent a message, which must be fetched. Direct deliveries on this node may still
     * overtake it, because senders on different nodes have no order. Otherwise nodes that signal each other would all
     * send through the store and cause further signals.
     */
    public void sentByOtherNode() {
        sentByOtherNode = true;
    }

    /** Begins a fetch, which sees the earlier sends of other nodes. */
    public void fetchBegun() {
        sentByOtherNode = false;
    }

    /** Records that no fetch is due. Until the next fetch, direct deliveries must not overtake sends of other nodes. */
    public void fetchNotDue() {
        if (sentByOtherNode) {
            clearCaughtUp();
        }
    }

    /** Returns whether a delivery that is added now overtakes no earlier message. */
    boolean overtakesNothing() {
        return caughtUp() && announced == confirmed;
    }

    /** Returns whether a non-persistent message overtakes no earlier message, including spilled ones. */
    public boolean overtakesNothingInMemory() {
        return overtakesNothing() && !anySpilling();
    }

    /** Returns whether the store is certainly empty and no message is on its way to the store. */
    public boolean storeCertainlyEmpty() {
        return caughtUp() && !anySpilling();
    }

    /** Returns whether all announced arrivals are confirmed, so that a fetch sees them. */
    public boolean allConfirmed() {
        return announced == confirmed;
    }

    /** Returns whether spilled messages are on their way to the store. */
    public boolean anySpilling() {
        return spillsEnded < spillBegun;
    }

    public int reserved() {
        return reserved;
    }

    /**
     * Announces the arrivals of a batch; returns the number of granted direct deliveries.
     *
     * @param candidates the number of sends that may become direct deliveries
     * @param capacity the highest number of direct deliveries
     * @param batchHasFetch true if the batch contains a fetch, which will see these arrivals
     */
    public int announce(int candidates, int otherArrivals, int capacity, boolean batchHasFetch) {
        batchBegins(batchHasFetch);
        int granted = reservable(candidates, otherArrivals, capacity);
        reserved += granted;
        arrive(candidates - granted + otherArrivals, Delivery.HIGHEST_PRIORITY);
        batchEnds(batchHasFetch);
        return granted;
    }

    /**
     * Announces the arrivals of a batch. Returns the indexes of the granted direct deliveries, for whose priorities the
     * node is caught up.
     *
     * @param capacityOf function that returns the highest number of direct deliveries of a priority
     */
    public BitSet announce(
            List<PrefetchedMessage> candidates, int otherArrivals, boolean batchHasFetch, IntUnaryOperator capacityOf) {
        batchBegins(batchHasFetch);
        arrive(otherArrivals, Delivery.HIGHEST_PRIORITY);
        BitSet granted = new BitSet(candidates.size());
        int priority = NO_PRIORITY;
        int capacity = 0;
        for (int i = 0; i < candidates.size(); i++) {
            int next = candidates.get(i).delivery().priority();
            if (next != priority) {
                priority = next;
                capacity = priority < caughtUpFrom ? 0 : capacityOf.applyAsInt(priority);
            }
            // An announced arrival ends the caught-up state of its priority, so no later direct delivery overtakes it.
            if (priority >= caughtUpFrom && reserved < capacity) {
                reserved++;
                granted.set(i);
            } else {
                arrive(1, priority);
            }
        }
        batchEnds(batchHasFetch);
        return granted;
    }

    private void batchBegins(boolean batchHasFetch) {
        if (batchHasFetch) {
            unconfirmedAtFetch = announced == confirmed ? NO_PRIORITY : highestUnconfirmed;
        }
    }

    private void batchEnds(boolean batchHasFetch) {
        if (batchHasFetch) {
            announcedSinceFetch = NO_PRIORITY;
        }
    }

    /** Announces arrivals up to this priority. */
    private void arrive(int arrivals, int priority) {
        if (arrivals > 0) {
            highestUnconfirmed = announced == confirmed ? priority : Math.max(highestUnconfirmed, priority);
            announced += arrivals;
            clearCaughtUpTo(priority);
        }
    }

    /** Ends the caught-up state of this priority and all lower ones. */
    private void clearCaughtUpTo(int priority) {
        announcedSinceFetch = Math.max(announcedSinceFetch, priority);
        caughtUpFrom = Math.max(caughtUpFrom, priority + 1);
    }

    /** Returns the number of direct deliveries of a batch that can be granted. */
    public int reservable(int candidates, int otherArrivals, int capacity) {
        // Other arrivals in the batch, such as a release, may precede the direct deliveries.
        return otherArrivals == 0 && overtakesNothing() ? Math.max(0, Math.min(candidates, capacity - reserved)) : 0;
    }

    public void confirm(int arrivals) {
        confirmed += arrivals;
    }

    /**
     * Records the arrival of a granted direct delivery.
     *
     * @return true if the delivery must be returned, because earlier deliveries were returned meanwhile
     */
    public boolean directDeliveryArrived() {
        boolean outdated = reservedBeforeReturn > 0;
        directDeliveriesFailed(1);
        return outdated;
    }

    /** Records that granted direct deliveries failed. */
    public void directDeliveriesFailed(int candidates) {
        reserved -= candidates;
        reservedBeforeReturn = Math.max(0, reservedBeforeReturn - candidates);
    }

    /**
     * Returns whether direct deliveries that must be returned have not arrived yet. A fetch that begins now could
     * acquire messages that follow them.
     */
    public boolean anyDirectDeliveryToReturn() {
        return reservedBeforeReturn > 0;
    }

    /** Records that all prefetched deliveries are returned; granted direct deliveries must also be returned. */
    public void prefetchedReturned() {
        reservedBeforeReturn = reserved;
        invalidate();
    }

    /** Returns the number of spills begun so far, for {@link #spillsEnded(long)}. */
    public long spillsBegun() {
        return spillBegun;
    }

    /** Returns whether this number of spills has ended; earlier spills end first. */
    public boolean spillsEnded(long count) {
        return spillsEnded >= count;
    }

    public void spillBegun() {
        spillBegun++;
    }

    public void spillsEnded() {
        spillsEnded++;
    }

    /**
     * Ends the caught-up state, because messages may have become available unannounced or prefetched deliveries are
     * returned.
     */
    public void invalidate() {
        clearCaughtUpTo(Delivery.HIGHEST_PRIORITY);
        fetchRange.requestAll();
    }

    /**
     * Ends the caught-up state for a caller that needs the current content of the store, including unannounced
     * arrivals.
     */
    public void invalidateForQuery(long nowNanos) {
        clearCaughtUp();
        fetchRange.requestAllIfAllowed(nowNanos);
    }

    /** Ends the caught-up state without an arrival, so that a new fetch begins. */
    void clearCaughtUp() {
        caughtUpFrom = NO_CAUGHT_UP_PRIORITY;
    }

    /**
     * Records that a fetch was committed. The arrivals of its batch must be confirmed first.
     *
     * @param lowestExhaustedPriority the lowest priority from which on the fetch exhausted the store;
     *     {@link #NO_CAUGHT_UP_PRIORITY} for none
     */
    public void fetchCommitted(int lowestExhaustedPriority) {
        caughtUpFrom = Math.max(lowestExhaustedPriority, highestUnseen() + 1);
    }

    /** Returns whether the last committed fetch has seen all arrivals, including sends of other nodes. */
    public boolean fetchCoveredAll() {
        return highestUnseen() == NO_PRIORITY && !sentByOtherNode;
    }

    /** Returns the highest priority of arrivals that the last committed fetch may have missed. */
    private int highestUnseen() {
        return Math.max(unconfirmedAtFetch, announcedSinceFetch);
    }
}
