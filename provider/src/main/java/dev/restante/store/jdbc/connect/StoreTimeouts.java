package dev.restante.store.jdbc.connect;

import dev.restante.model.SaturatingTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Record of the network, lock and other timeouts of database access that follow from the store timeout and the node's
 * lease (RCV-19). {@link ConnectionTimeLimits} applies them to connections. The limit of the heartbeat is short, so
 * that one unresponsive connection does not use up the lease.
 *
 * @param storeTimeoutMillis maximum time of work on a connection, after which the connection is closed; also the
 *     maximum wait of a caller
 * @param networkTimeoutMillis maximum time without an answer from the database, and for opening a connection
 * @param heartbeatTimeoutMillis network timeout of the heartbeat
 * @param lockTimeoutMillis lock timeout of a statement in a transaction
 * @param batchLockTimeoutMillis lock timeout of a statement in a batch, for which other callers wait
 */
public record StoreTimeouts(
        long storeTimeoutMillis,
        long networkTimeoutMillis,
        long heartbeatTimeoutMillis,
        long lockTimeoutMillis,
        long batchLockTimeoutMillis) {

    /** Minimum network timeout, below which a busy database would count as unreachable. */
    private static final long MIN_NETWORK_TIMEOUT_MILLIS = 1_000;

    /** Minimum validation timeout of HikariCP. */
    private static final long MIN_VALIDATION_MILLIS = 250;

    private static final long MAX_BATCH_LOCK_MILLIS = 1_000;
    private static final int NETWORK_TIMEOUTS_PER_STORE_TIMEOUT = 3;
    private static final int NETWORK_TIMEOUTS_PER_LEASE = 6;

    /** Maximum timeout of drivers, which use an int. */
    private static final long MAX_MILLIS = Integer.MAX_VALUE;

    public static final StoreTimeouts DEFAULT = of(Duration.ofSeconds(30), Duration.ofSeconds(15));

    public static StoreTimeouts of(Duration storeTimeout, @Nullable Duration lease) {
        long store = Math.max(MIN_NETWORK_TIMEOUT_MILLIS, millis(storeTimeout));
        long networkTimeout = Math.max(MIN_NETWORK_TIMEOUT_MILLIS, store / NETWORK_TIMEOUTS_PER_STORE_TIMEOUT);
        long heartbeat = lease == null
                ? networkTimeout
                : Math.max(MIN_NETWORK_TIMEOUT_MILLIS / 2, millis(lease) / NETWORK_TIMEOUTS_PER_LEASE);
        return new StoreTimeouts(
                store,
                networkTimeout,
                Math.min(networkTimeout, heartbeat),
                networkTimeout / 2,
                Math.min(networkTimeout / 2, MAX_BATCH_LOCK_MILLIS));
    }

    private static long millis(Duration duration) {
        return Math.min(SaturatingTime.toMillis(duration), MAX_MILLIS);
    }

    /**
     * Returns the time limit for the test of a connection; the internal pool may test several connections in a row.
     * Long limits are whole seconds, because drivers without network timeouts use seconds.
     */
    long validationMillis() {
        long millis = Math.max(MIN_VALIDATION_MILLIS, heartbeatTimeoutMillis / 2);
        return millis < 1_000 ? millis : millis / 1_000 * 1_000;
    }

    /** Returns the longest wait for work that cannot be aborted, such as the close of an embedded database. */
    public long maxWaitMillis() {
        return storeTimeoutMillis + networkTimeoutMillis;
    }

    /** Returns the network timeout in seconds, rounded up. */
    public int networkTimeoutSeconds() {
        return (int) ((networkTimeoutMillis + 999) / 1_000);
    }
}
