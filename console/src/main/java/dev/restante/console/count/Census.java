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
import org.jspecify.annotations.Nullable;

/**
 * The counts of all entities, for all pages. Counting reads an index entry for each message of the store, so a single
 * thread of its own does it, only when a page asks, and then rests for twenty times as long as it took. A page waits a
 * little for the counts, longer after a change, and else shows the last ones, or none. Thread-safe.
 */
public final class Census implements AutoCloseable {

    /** Where there are counts to show. */
    private static final long PATIENCE_MILLIS = 200;

    /** Where there are none yet, or something was done since. */
    private static final long LONG_PATIENCE_MILLIS = 2_000;

    private static final long LEAST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * The counts at one time.
     *
     * @param at when the counting began
     */
    public record Counts(StoreStatistics statistics, Instant at) {}

    /**
     * Counts, and how many changes had been told when they began.
     *
     * @param freshUntilNanos until when they are not counted anew, unless something is changed
     */
    private record Counted(Counts counts, long changes, long freshUntilNanos) {}

    private final RestanteAdmin admin;
    private final ExecutorService counting;

    /** The last ones, guarded by this. */
    private @Nullable Counted last;

    /** How many changes were told, guarded by this. */
    private long changes;

    /** The count under way, guarded by this. */
    private @Nullable CompletableFuture<Counted> running;

    /**
     * Of a store.
     *
     * @param threads makes the one that counts, when a page asks for the first time
     */
    public Census(RestanteAdmin admin, ThreadFactory threads) {
        this.admin = admin;
        this.counting = Executors.newSingleThreadExecutor(threads);
    }

    /**
     * The latest counts that can be had soon; empty if there are none yet.
     *
     * @throws JMSException if they were asked for, and the store failed
     */
    public Optional<Counts> look() throws JMSException {
        long began = System.nanoTime();
        while (true) {
            CompletableFuture<Counted> awaited;
            long leftMillis;
            synchronized (this) {
                if (last != null && last.changes() == changes && System.nanoTime() - last.freshUntilNanos() < 0) {
                    return latest();
                }
                if (running == null) {
                    long before = changes;
                    running = CompletableFuture.supplyAsync(() -> count(before), counting);
                }
                awaited = running;
                long patience = last == null || last.changes() != changes ? LONG_PATIENCE_MILLIS : PATIENCE_MILLIS;
                leftMillis = patience - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            }
            if (leftMillis <= 0 || !awaited(awaited, leftMillis)) {
                return latest();
            }
        }
    }

    private static boolean awaited(CompletableFuture<Counted> counts, long millis) throws JMSException {
        try {
            counts.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failed failed) {
                throw failed.cause();
            }
            throw new IllegalStateException("the store can't be counted", e);
        }
    }

    private synchronized Optional<Counts> latest() {
        return Optional.ofNullable(last).map(Counted::counts);
    }

    /** What was counted before is out of date: something was done that changes it. */
    public synchronized void outdate() {
        changes++;
    }

    private Counted count(long before) {
        long began = System.nanoTime();
        Instant at = Instant.now();
        Counted counted = null;
        try {
            Counts counts = new Counts(admin.statisticsOf(EntityFilter.all()), at);
            long now = System.nanoTime();
            counted = new Counted(counts, before, now + Math.max(LEAST_REST_NANOS, 20 * (now - began)));
            return counted;
        } catch (JMSException e) {
            throw new Failed(e);
        } finally {
            ended(counted);
        }
    }

    private synchronized void ended(@Nullable Counted counted) {
        running = null;
        if (counted != null) {
            last = counted;
        }
    }

    /** A failure of the store, on its way to those who wait. */
    private static final class Failed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final JMSException cause;

        Failed(JMSException cause) {
            super(cause);
            this.cause = cause;
        }

        JMSException cause() {
            return cause;
        }
    }

    @Override
    public void close() {
        counting.shutdownNow();
    }
}
