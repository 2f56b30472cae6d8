package dev.restante.store.jdbc.connect;

import dev.restante.model.Spans;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time limits of the database: for how long it may keep anybody waiting (RCV-19). All of them follow from the store
 * time-out of the factory. Those of what keeps the node alive follow from its lease, too, which must not be used up by
 * one connection that is silent.
 *
 * @param storeMillis the most that a piece of work on a connection may take: then the connection is closed, whatever it
 *     does; also the most that a caller waits
 * @param silenceMillis how long a connection may say nothing while it is asked something, or be opened
 * @param urgentMillis the same of what keeps the node alive
 * @param lockMillis how long a statement of a transaction waits for a lock
 * @param batchLockMillis the same of a batch, which others wait for
 */
public record StoreTimeouts(
        long storeMillis, long silenceMillis, long urgentMillis, long lockMillis, long batchLockMillis) {

    /** Shorter than that, a database is merely busy. */
    private static final long LEAST_SILENCE_MILLIS = 1_000;

    /** What Hikari takes at least. */
    private static final long LEAST_VALIDATION_MILLIS = 250;

    private static final long MOST_BATCH_LOCK_MILLIS = 1_000;
    private static final int SILENCES_PER_STORE_TIMEOUT = 3;
    private static final int SILENCES_PER_LEASE = 6;

    /** The longest that drivers can count in an int. */
    private static final long LONGEST_MILLIS = Integer.MAX_VALUE;

    public static final StoreTimeouts DEFAULT = of(Duration.ofSeconds(30), Duration.ofSeconds(15));

    /**
     * Those of a node.
     *
     * @param storeTimeout above zero, however long
     * @param lease null for that of nobody
     */
    public static StoreTimeouts of(Duration storeTimeout, @Nullable Duration lease) {
        long store = Math.max(LEAST_SILENCE_MILLIS, millis(storeTimeout));
        long silence = Math.max(LEAST_SILENCE_MILLIS, store / SILENCES_PER_STORE_TIMEOUT);
        long urgent = lease == null ? silence : Math.max(LEAST_SILENCE_MILLIS / 2, millis(lease) / SILENCES_PER_LEASE);
        return new StoreTimeouts(
                store, silence, Math.min(silence, urgent), silence / 2, Math.min(silence / 2, MOST_BATCH_LOCK_MILLIS));
    }

    private static long millis(Duration duration) {
        return Math.min(Spans.millis(duration), LONGEST_MILLIS);
    }

    /**
     * How long a connection may need to show that it is alive; a pool of ours tries several one after the other. Whole
     * seconds where it is so long, because a driver without network time-outs is asked in seconds.
     */
    long validationMillis() {
        long millis = Math.max(LEAST_VALIDATION_MILLIS, urgentMillis / 2);
        return millis < 1_000 ? millis : millis / 1_000 * 1_000;
    }

    /** The silence in the seconds of drivers, rounded up. */
    public int silenceSeconds() {
        return (int) ((silenceMillis + 999) / 1_000);
    }
}
