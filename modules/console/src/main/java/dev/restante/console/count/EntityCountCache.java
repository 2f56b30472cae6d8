package dev.restante.console.count;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the message counts of all entities, refreshed by one background thread when a page needs them. Thread-safe.
 *
 * <p>Counting is expensive, because it reads an index entry for each message of the store. Rules that limit its cost:
 *
 * <ul>
 *   <li>After a count, the thread pauses for forty times the duration of the count, at least two seconds. A change
 *       through the console ends this pause.
 *   <li>After a failed count, the thread pauses for as long as that took. Each further failure doubles the factor, up
 *       to forty. A change does not end this pause.
 *   <li>A page waits up to 200 ms for a refresh, or two seconds after a change or before the first count. The page then
 *       shows the last counts. It does not wait at all if the last count took longer than that.
 * </ul>
 */
public final class EntityCountCache implements AutoCloseable {

    /** Longest wait of a page if there are counts to show. */
    private static final long WAIT_MILLIS = 200;

    /** Longest wait of a page if there are no counts yet, or if the store has changed since the last count. */
    private static final long LONG_WAIT_MILLIS = 2_000;

    private static final long MIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Ratio of pause to counting time, so that counting takes about a fortieth of one database CPU. */
    private static final int PAUSE_FACTOR = 40;

    /**
     * Counts at one instant.
     *
     * @param at the start of the count, in store time
     */
    public record StoreCountsSnapshot(StoreStatistics statistics, Instant at) {}

    /**
     * Counts with the state of the cache when counting began.
     *
     * @param changes the value of {@code changeCount} when counting began
     * @param durationNanos the duration of the count
     * @param validUntilNanos the end of the pause until the next count
     */
    private record CountResult(StoreCountsSnapshot counts, long changes, long durationNanos, long validUntilNanos) {}

    /** Number of failed counts in sequence, and the end of the pause until the next attempt. */
    private record FailureState(int consecutiveFailures, long untilNanos) {}

    @FunctionalInterface
    interface CountQuery {
        StoreStatistics count() throws JMSException;
    }

    @FunctionalInterface
    interface StoreClock {
        Instant now() throws JMSException;
    }

    private final CountQuery currentCounts;
    private final StoreClock clock;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private final ExecutorService counting;

    /** Result of the last successful count; guarded by this. */
    private @Nullable CountResult last;

    /** Failures since the last successful count, or null if the last count succeeded; guarded by this. */
    private @Nullable FailureState failed;

    /** Number of calls of {@link #invalidate}; guarded by this. */
    private long changeCount;

    private @Nullable CompletableFuture<?> currentCount;

    /**
     * Creates a cache for the counts of a store.
     *
     * @param log the consumer of log lines, one for each failed count
     */
    public EntityCountCache(RestanteAdmin admin, ThreadFactory threads, Consumer<String> log) {
        this(
                () -> admin.statisticsOf(EntityFilter.all()),
                () -> admin.node().storeTime(),
                System::nanoTime,
                threads,
                log);
    }

    EntityCountCache(
            CountQuery query, StoreClock clock, LongSupplier nanoTime, ThreadFactory threads, Consumer<String> log) {
        this.currentCounts = query;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.log = log;
        this.counting = Executors.newSingleThreadExecutor(threads);
    }

    /** Returns the latest counts, after a short wait for a refresh, or empty if there are no counts yet. */
    public Optional<StoreCountsSnapshot> currentCounts() {
        long began = System.nanoTime();
        while (true) {
            CompletableFuture<?> awaited;
            long leftMillis;
            synchronized (this) {
                boolean fresh = last != null
                        && last.changes() == changeCount
                        && nanoTime.getAsLong() - last.validUntilNanos() < 0;
                boolean rests = failed != null && nanoTime.getAsLong() - failed.untilNanos() < 0;
                if (fresh || rests) {
                    return last();
                }
                awaited = currentCount(changeCount);
                leftMillis = waitMillis(last) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            }
            if (leftMillis <= 0 || !awaited(awaited, leftMillis)) {
                return last();
            }
        }
    }

    /** Returns a sentence that explains why there are no counts. */
    public synchronized String unavailableReason() {
        return failed == null
                ? "The messages are still being counted."
                : "The messages could not be counted. The console tries again.";
    }

    /**
     * Returns the running count, and starts a count if none is running.
     *
     * @param knownChanges the number of changes that the new count includes
     */
    private synchronized CompletableFuture<?> currentCount(long knownChanges) {
        CompletableFuture<?> current = currentCount;
        if (current == null) {
            current = CompletableFuture.runAsync(() -> count(knownChanges), counting);
            currentCount = current;
        }
        return current;
    }

    /**
     * Starts to count before the first page needs the counts. These counts are marked as outdated, so the first page
     * refreshes them.
     */
    public synchronized void startCounting() {
        CompletableFuture<?> unused = currentCount(changeCount - 1);
    }

    private synchronized long waitMillis(@Nullable CountResult latest) {
        if (latest == null) {
            return LONG_WAIT_MILLIS;
        }
        long limitMillis = latest.changes() == changeCount ? WAIT_MILLIS : LONG_WAIT_MILLIS;
        return TimeUnit.NANOSECONDS.toMillis(latest.durationNanos()) < limitMillis ? limitMillis : 0;
    }

    private static boolean awaited(CompletableFuture<?> counts, long millis) {
        try {
            counts.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("The task that counts messages failed", e);
        }
    }

    private synchronized Optional<StoreCountsSnapshot> last() {
        return Optional.ofNullable(last).map(CountResult::counts);
    }

    /** Marks all counts as outdated after a change of the store. */
    public synchronized void invalidate() {
        changeCount++;
    }

    private void count(long before) {
        long began = nanoTime.getAsLong();
        try {
            Instant at = clock.now();
            StoreCountsSnapshot counts = new StoreCountsSnapshot(currentCounts.count(), at);
            long now = nanoTime.getAsLong();
            ended(new CountResult(
                    counts, before, now - began, now + Math.max(MIN_PAUSE_NANOS, PAUSE_FACTOR * (now - began))));
        } catch (JMSException | RuntimeException | Error e) {
            // Every failure ends the count before logging, because otherwise no page could start another count.
            failed(began);
            log.accept("failed to count the messages: " + e);
        }
    }

    private synchronized void ended(CountResult result) {
        currentCount = null;
        failed = null;
        last = result;
    }

    private synchronized void failed(long beganNanos) {
        currentCount = null;
        int consecutiveFailures = failed == null ? 1 : failed.consecutiveFailures() + 1;
        long now = nanoTime.getAsLong();
        long restNanos =
                (now - beganNanos) * Math.min(PAUSE_FACTOR, 1L << Math.min(consecutiveFailures - 1, PAUSE_FACTOR));
        failed = new FailureState(consecutiveFailures, now + Math.max(MIN_PAUSE_NANOS, restNanos));
    }

    @Override
    public void close() {
        counting.shutdownNow();
    }
}
