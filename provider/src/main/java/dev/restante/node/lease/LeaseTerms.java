package dev.restante.node.lease;

import dev.restante.model.SaturatingTime;
import java.time.Duration;

/**
 * Durations of a lease: how long it lasts, how often it is renewed, and how long a renewal counts.
 *
 * @param leaseMillis the duration of the lease, above zero
 * @param heartbeatMillis the interval of heartbeats
 * @param retryMillis the pause after a failed heartbeat, short enough to renew in time after an outage
 */
record LeaseTerms(long leaseMillis, long heartbeatMillis, long retryMillis) {

    private static final int HEARTBEATS_PER_LEASE = 3;
    private static final int TRIES_PER_LEASE = 15;

    /** The interval if the lease never ends: a heartbeat also reads the changes of other nodes. */
    private static final long ENDLESS_LEASE_HEARTBEAT_MILLIS = 5_000;

    private static final int MARGIN_DIVISOR = 5;

    static LeaseTerms of(Duration lease) {
        long leaseMillis = SaturatingTime.toMillis(lease);
        long heartbeatMillis = leaseMillis == SaturatingTime.FOREVER
                ? ENDLESS_LEASE_HEARTBEAT_MILLIS
                : leaseMillis / HEARTBEATS_PER_LEASE;
        return new LeaseTerms(leaseMillis, heartbeatMillis, heartbeatMillis * HEARTBEATS_PER_LEASE / TRIES_PER_LEASE);
    }

    /** Returns the time for which a renewal proves the lease, from before the call; shorter than the lease. */
    long validMillis() {
        return leaseMillis - leaseMillis / MARGIN_DIVISOR;
    }

    long endOf(long beginMillis) {
        return SaturatingTime.plus(beginMillis, leaseMillis);
    }
}
