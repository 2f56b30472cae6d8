package dev.restante.node.lease;

import dev.restante.model.Spans;
import java.time.Duration;

/**
 * The lengths of a lease: how long it holds, how often it is renewed, and for how long a renewal proves it.
 *
 * @param leaseMillis above zero
 * @param beatMillis the pause between two heartbeats
 * @param retryMillis the pause after one that failed: an outage that is over must not cost a node its lease
 */
record LeaseTerms(long leaseMillis, long beatMillis, long retryMillis) {

    private static final int BEATS_PER_LEASE = 3;
    private static final int TRIES_PER_LEASE = 15;

    /** Where the lease never ends: a beat also brings what other nodes have altered. */
    private static final long UNHURRIED_BEAT_MILLIS = 5_000;

    private static final int MARGIN_DIVISOR = 5;

    static LeaseTerms of(Duration lease) {
        long leaseMillis = Spans.millis(lease);
        long beatMillis = leaseMillis == Spans.FOREVER ? UNHURRIED_BEAT_MILLIS : leaseMillis / BEATS_PER_LEASE;
        return new LeaseTerms(leaseMillis, beatMillis, beatMillis * BEATS_PER_LEASE / TRIES_PER_LEASE);
    }

    /** Returns for how long a renewal proves the lease, counted from before it was asked for: less than it holds. */
    long provenMillis() {
        return leaseMillis - leaseMillis / MARGIN_DIVISOR;
    }

    /** When a lease ends that begins at an instant. */
    long endOf(long beginMillis) {
        return Spans.later(beginMillis, leaseMillis);
    }
}
