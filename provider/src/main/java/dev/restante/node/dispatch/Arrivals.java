package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Knows whether the store has nothing available beyond what this node has at hand: whether the node is <em>caught
 * up</em>. Only then may a message be born acquired, or be handed over in memory, without overtaking an older one.
 *
 * <p>Everything that makes a delivery available is an arrival: decided before its batch is written, settled after. A
 * fetch proves that the node is caught up if it left nothing behind, no arrival of another batch was outstanding when
 * its own was decided, and none was decided since.
 *
 * <p>All of this holds for each priority by itself: a node with a backlog of a low priority may be caught up for the
 * higher ones. A message of a higher priority may be born acquired then, since it overtakes only lower ones.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class Arrivals {

    /** Higher than any priority: the node is caught up for none. */
    static final int NONE = Delivery.HIGHEST_PRIORITY + 1;

    private final WideFetch wide;

    /** The lowest priority for which the node is caught up; it is for all higher ones too. */
    private int caughtUpFrom = NONE;

    private long decided;
    private long settled;

    /** Births that were granted and are not in the buffer yet. */
    private int granted;

    /**
     * Those of them that were granted before everything was given up. What was given up is older: they go back too, or
     * they would be received before it.
     */
    private int stale;

    /** How many non-persistent messages were refused in memory ever; below, how many of them came by the store. */
    private long storeBoundBegun;

    private long storeBoundEnded;

    /** A send of another node since the last fetch began. */
    private boolean sentElsewhere;

    /** The highest priority of arrivals that have been decided since none was outstanding. */
    private int outstanding = EntityDispatcher.NO_PRIORITY;

    /** The highest priority of other batches' arrivals that were outstanding when the fetch was decided. */
    private int outstandingAtFetch = EntityDispatcher.NO_PRIORITY;

    /** The highest priority of arrivals that have been decided since the fetch was. */
    private int decidedSinceFetch = EntityDispatcher.NO_PRIORITY;

    Arrivals(WideFetch wide) {
        this.wide = wide;
    }

    /** Returns whether the node is caught up for all priorities. */
    boolean caughtUp() {
        return caughtUpFrom == 0;
    }

    /** True if the store has nothing to look for. */
    boolean nothingToFetch() {
        return caughtUp() && !sentElsewhere;
    }

    /**
     * Another node has sent something, which is to be fetched. What is sent here meanwhile may overtake it, since
     * senders on different nodes have no order, and is born acquired as before: nodes that wake each other would
     * otherwise all send by the store, and wake each other by that.
     */
    void sentElsewhere() {
        sentElsewhere = true;
    }

    /** A fetch begins, which sees what others have sent so far. */
    void fetchBegins() {
        sentElsewhere = false;
    }

    /** Nothing is fetched for now: what others have sent is not to be overtaken until then. */
    void notFetched() {
        if (sentElsewhere) {
            doubt();
        }
    }

    /** Whether a message that goes into the buffer now overtakes nothing that was sent before. */
    boolean nothingOlder() {
        return caughtUp() && decided == settled;
    }

    /** The same for a non-persistent message, which must not overtake one that had to go through the store. */
    boolean nothingOlderInMemory() {
        return nothingOlder() && !anyStoreBound();
    }

    /** Whether it is certain that the store has nothing, and that nothing is on its way there. */
    boolean certainlyNothing() {
        return caughtUp() && !anyStoreBound();
    }

    /** Whether nothing is on its way to the store but what a fetch will see. */
    boolean allSettled() {
        return decided == settled;
    }

    /** Whether non-persistent messages are on their way to the store. */
    boolean anyStoreBound() {
        return storeBoundEnded < storeBoundBegun;
    }

    int granted() {
        return granted;
    }

    /**
     * Decides the arrivals of a batch.
     *
     * @param births how many may be born acquired
     * @param plain everything else that becomes available
     * @param room how many may be born at most
     * @param withFetch whether the batch carries a fetch, which will see these arrivals
     * @return how many are born acquired; the others are plain arrivals
     */
    int decide(int births, int plain, int room, boolean withFetch) {
        batchBegins(withFetch);
        int born = grantable(births, plain, room);
        granted += born;
        arrive(births - born + plain, Delivery.HIGHEST_PRIORITY);
        batchEnds(withFetch);
        return born;
    }

    /**
     * Decides the arrivals of a batch. A birth is granted where the node is caught up for its priority.
     *
     * @param births sends that may be born acquired, in order
     * @param plain everything else that becomes available
     * @param withFetch whether the batch carries a fetch, which will see these arrivals
     * @param roomOf how many deliveries of a priority may be born at most
     * @return the indexes of the births that are granted; the others are plain arrivals
     */
    BitSet decide(List<Buffered> births, int plain, boolean withFetch, IntUnaryOperator roomOf) {
        batchBegins(withFetch);
        arrive(plain, Delivery.HIGHEST_PRIORITY);
        BitSet born = new BitSet(births.size());
        int priority = EntityDispatcher.NO_PRIORITY;
        int room = 0;
        for (int i = 0; i < births.size(); i++) {
            int next = births.get(i).delivery().priority();
            if (next != priority) {
                priority = next;
                room = priority < caughtUpFrom ? 0 : roomOf.applyAsInt(priority);
            }
            // A plain arrival takes away the proof for its priority, so no later birth overtakes it.
            if (priority >= caughtUpFrom && granted < room) {
                granted++;
                born.set(i);
            } else {
                arrive(1, priority);
            }
        }
        batchEnds(withFetch);
        return born;
    }

    private void batchBegins(boolean withFetch) {
        if (withFetch) {
            outstandingAtFetch = decided == settled ? EntityDispatcher.NO_PRIORITY : outstanding;
        }
    }

    private void batchEnds(boolean withFetch) {
        if (withFetch) {
            decidedSinceFetch = EntityDispatcher.NO_PRIORITY;
        }
    }

    /** Decides a number of arrivals, of at most this priority. */
    private void arrive(int arrivals, int priority) {
        if (arrivals > 0) {
            outstanding = decided == settled ? priority : Math.max(outstanding, priority);
            decided += arrivals;
            spoil(priority);
        }
    }

    /** Takes away the proof for this priority and all lower ones. */
    private void spoil(int priority) {
        decidedSinceFetch = Math.max(decidedSinceFetch, priority);
        caughtUpFrom = Math.max(caughtUpFrom, priority + 1);
    }

    /** How many births of a batch will be granted. */
    int grantable(int births, int plain, int room) {
        // What the same batch makes available otherwise, such as a release, may belong before the births.
        return plain == 0 && nothingOlder() ? Math.max(0, Math.min(births, room - granted)) : 0;
    }

    void settle(int arrivals) {
        settled += arrivals;
    }

    /**
     * A granted birth has come.
     *
     * @return whether it may not be received, because what was given up meanwhile is older
     */
    boolean born() {
        boolean outdated = stale > 0;
        birthsFailed(1);
        return outdated;
    }

    /** Granted births came to nothing. */
    void birthsFailed(int births) {
        granted -= births;
        stale = Math.max(0, stale - births);
    }

    /**
     * Whether births have yet to come that go back. A fetch that began now could bring what was sent after them, and
     * they would follow it.
     */
    boolean birthsToGoBack() {
        return stale > 0;
    }

    /** What was at hand goes back to the store, and so must the births that have been granted. */
    void givenUp() {
        stale = granted;
        disturb();
    }

    /** How many have begun ever, for {@link #storeBoundEnded(long)}. */
    long storeBound() {
        return storeBoundBegun;
    }

    /** Whether so many have ended: those that were sent before others began end before them. */
    boolean storeBoundEnded(long count) {
        return storeBoundEnded >= count;
    }

    void storeBoundBegun() {
        storeBoundBegun++;
    }

    void storeBoundEnded() {
        storeBoundEnded++;
    }

    /** Something may have become available by another way, or what was at hand is going back. */
    void disturb() {
        spoil(Delivery.HIGHEST_PRIORITY);
        wide.want();
    }

    /** Forgets the proof for a caller that asks what the store has now, also where no arrival was told. */
    void askAgain(long nowNanos) {
        doubt();
        wide.wantIfRested(nowNanos);
    }

    /** Forgets the proof, so that a new fetch is made; nothing has arrived. */
    void doubt() {
        caughtUpFrom = NONE;
    }

    /**
     * A fetch was committed, and the arrivals of its own batch are settled.
     *
     * @param exhaustedFrom the lowest priority of which it left nothing, nor of a higher one; {@link #NONE} for none
     */
    void fetched(int exhaustedFrom) {
        caughtUpFrom = Math.max(exhaustedFrom, unseen() + 1);
    }

    /** Returns whether the fetch that was committed last has seen all arrivals so far, on other nodes too. */
    boolean fetchSawAll() {
        return unseen() == EntityDispatcher.NO_PRIORITY && !sentElsewhere;
    }

    /** Returns the highest priority of arrivals that the last committed fetch may not have seen. */
    private int unseen() {
        return Math.max(outstandingAtFetch, decidedSinceFetch);
    }
}
