package dev.restante.node.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The time in which the store has answered this node. By it the node tells which other nodes are dead (RCV-13).
 *
 * <p>A node whose lease is over is not dead for that alone: nobody can renew a lease while the database is down,
 * restarts, is paused or fails over. It is dead if it has not renewed while the store answered for a full lease. What
 * this node sees of the store stands for what the other could have seen. After an outage that it has seen it counts
 * from the beginning. An answer that came late, or that was asked for late, tells little about the time before it: only
 * {@link #VOUCHED} of a lease is counted for it.
 *
 * <p>A node that has just joined has seen nothing yet. It takes a lease that still held when it joined at its word, and
 * so waits for what remains of it. The others, which may have ended in an outage, get a full lease from then.
 *
 * <p>Not thread-safe: the thread of the heartbeat uses it. All instants are the store's, in epoch milliseconds.
 */
final class AnsweringTime {

    /**
     * Which part of a lease an answer vouches for at most: more than the interval of heartbeats, and little enough that
     * two of them leave the other node time to renew.
     */
    private static final double VOUCHED = 0.4;

    /**
     * Which part of a lease a node that has just joined waits at least: time enough to renew, where that has failed
     * until now.
     */
    private static final double FIRST_LOOK = 0.2;

    /**
     * Between which instants a lease must have ended for its node to be dead.
     *
     * @param from inclusive
     * @param before exclusive
     */
    record Ends(long from, long before) {
        static final Ends NEVER = new Ends(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The time before an instant in which the store answered, or was taken to. */
    private record Span(long untilMillis, long countedMillis) {}

    private final long leaseMillis;
    private final long joinedAtMillis;

    /** The latest first; together hardly more than a lease. */
    private final Deque<Span> spans = new ArrayDeque<>();

    private long answeredAtMillis;

    /** Whether the store has answered all the time since this node joined. */
    private boolean unbroken = true;

    private boolean failed;

    /** Of a node that joined at an instant, and knows the lease of the others by its own. */
    AnsweringTime(long leaseMillis, long joinedAtMillis) {
        this.leaseMillis = leaseMillis;
        this.joinedAtMillis = joinedAtMillis;
        this.answeredAtMillis = joinedAtMillis;
    }

    /** The store has answered: a lease was renewed at this instant. */
    void answered(long storeMillis) {
        long elapsedMillis = Math.max(0, storeMillis - answeredAtMillis);
        long vouchedMillis = (long) (leaseMillis * VOUCHED);
        answeredAtMillis = storeMillis;
        if (failed) {
            failed = false;
            return;
        }
        boolean inTime = elapsedMillis <= vouchedMillis;
        unbroken &= inTime;
        Span last = inTime ? spans.poll() : null;
        long before = last == null ? 0 : last.countedMillis();
        spans.addFirst(new Span(storeMillis, before + Math.min(elapsedMillis, vouchedMillis)));
        dropOldest();
    }

    /** The store has not answered. */
    void failed() {
        failed = true;
        unbroken = false;
        spans.clear();
    }

    /** When the lease of a node must have ended that is dead now, as of the last answer. */
    Ends ofDead() {
        long missingMillis = leaseMillis;
        for (Span span : spans) {
            if (missingMillis <= span.countedMillis()) {
                // Who has not renewed since then has not renewed for a lease.
                return new Ends(Long.MIN_VALUE, span.untilMillis() - missingMillis + leaseMillis);
            }
            missingMillis -= span.countedMillis();
        }
        boolean looked = answeredAtMillis - joinedAtMillis >= leaseMillis * FIRST_LOOK;
        return unbroken && looked ? new Ends(joinedAtMillis, answeredAtMillis) : Ends.NEVER;
    }

    private void dropOldest() {
        long sumMillis = 0;
        for (Iterator<Span> each = spans.iterator(); each.hasNext(); ) {
            Span span = each.next();
            if (sumMillis >= leaseMillis) {
                each.remove();
            }
            sumMillis += span.countedMillis();
        }
    }
}
