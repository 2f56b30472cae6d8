package dev.restante.node.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Failure detector: decides which other nodes are dead, by how long the store has answered this node (RCV-13).
 *
 * <p>An expired lease alone does not prove a node dead, because no node can renew its lease while the database is
 * unavailable. A node is dead if it did not renew its lease while the store answered this node for a full lease. After
 * an outage the count begins at zero. A late answer proves little about the time before it, so it counts for at most
 * {@link #MAX_COUNTED_FRACTION} of a lease.
 *
 * <p>A node that has just joined has no observations. It declares a node dead whose lease was valid at the join and
 * then expired. A lease that had already expired at the join may have expired in an outage, so its node gets a full
 * lease from the join.
 *
 * <p>Not thread-safe: only the heartbeat thread uses it. All instants are store time in epoch milliseconds.
 */
final class FailureDetector {

    /**
     * Largest part of a lease that one answer counts for: longer than the heartbeat interval, and short enough that
     * another node can renew meanwhile.
     */
    private static final double MAX_COUNTED_FRACTION = 0.4;

    /** Part of a lease for which a node that has just joined observes at least, so that other nodes can renew. */
    private static final double MIN_OBSERVED_FRACTION = 0.2;

    /**
     * Range of lease ends; a node is dead if its lease ended in this range.
     *
     * @param from the inclusive start
     * @param before the exclusive end
     */
    record DeadLeaseRange(long from, long before) {
        static final DeadLeaseRange NONE = new DeadLeaseRange(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Counted time before an instant. */
    private record AnsweredSpan(long untilMillis, long countedMillis) {}

    private final long leaseMillis;
    private final long joinedAtMillis;

    /** The spans of answers, the latest first; their sum hardly exceeds a lease. */
    private final Deque<AnsweredSpan> spans = new ArrayDeque<>();

    private long answeredAtMillis;

    /** True if the store has answered without interruption since the join. */
    private boolean uninterrupted = true;

    private boolean failed;

    /** Creates a failure detector. All nodes have the lease duration of this node. */
    FailureDetector(long leaseMillis, long joinedAtMillis) {
        this.leaseMillis = leaseMillis;
        this.joinedAtMillis = joinedAtMillis;
        this.answeredAtMillis = joinedAtMillis;
    }

    /** Counts an answer, a renewal at this instant. */
    void onAnswer(long storeMillis) {
        long elapsedMillis = Math.max(0, storeMillis - answeredAtMillis);
        long maxCountedMillis = (long) (leaseMillis * MAX_COUNTED_FRACTION);
        answeredAtMillis = storeMillis;
        if (failed) {
            failed = false;
            return;
        }
        boolean inTime = elapsedMillis <= maxCountedMillis;
        uninterrupted &= inTime;
        AnsweredSpan last = inTime ? spans.poll() : null;
        long before = last == null ? 0 : last.countedMillis();
        spans.addFirst(new AnsweredSpan(storeMillis, before + Math.min(elapsedMillis, maxCountedMillis)));
        dropOldest();
    }

    /** Begins a new count after a failed call of the store. */
    void onFailure() {
        failed = true;
        uninterrupted = false;
        spans.clear();
    }

    /** Returns the range of lease ends of nodes that are dead at the last answer. */
    DeadLeaseRange deadLeaseEnds() {
        long missingMillis = leaseMillis;
        for (AnsweredSpan span : spans) {
            if (missingMillis <= span.countedMillis()) {
                // A node without a renewal since then has not renewed for a full lease.
                return new DeadLeaseRange(Long.MIN_VALUE, span.untilMillis() - missingMillis + leaseMillis);
            }
            missingMillis -= span.countedMillis();
        }
        boolean observedLongEnough = answeredAtMillis - joinedAtMillis >= leaseMillis * MIN_OBSERVED_FRACTION;
        return uninterrupted && observedLongEnough
                ? new DeadLeaseRange(joinedAtMillis, answeredAtMillis)
                : DeadLeaseRange.NONE;
    }

    private void dropOldest() {
        long sumMillis = 0;
        for (Iterator<AnsweredSpan> each = spans.iterator(); each.hasNext(); ) {
            AnsweredSpan span = each.next();
            if (sumMillis >= leaseMillis) {
                each.remove();
            }
            sumMillis += span.countedMillis();
        }
    }
}
