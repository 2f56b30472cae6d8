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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all entities, for all pages. Counting reads an index entry for each message of the store, so a single
 * thread of its own does it, only when a page asks, and then rests for ten times as long as it took. A page waits
 * a little for the counts, and else shows the last ones, or none. Thread-safe.
 */
public final class Census implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 2_000;
    private static final long LEAST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * The counts at one time.
     *
     * @param at when the counting began
     */
    public record Counts(StoreStatistics statistics, Instant at) {}

    private final RestanteAdmin admin;
    private final ExecutorService counting;

    /** The last ones, also guarded by this. */
    private @Nullable Counts last;

    private long freshUntilNanos;

    private @Nullable CompletableFuture<Counts> running;

    /** Of a store. */
    public Census(RestanteAdmin admin) {
        this.admin = admin;
        this.counting = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "restante-console-census");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * The latest counts that can be had within two seconds; empty if there are none yet.
     *
     * @throws JMSException if they were asked for, and the store failed
     */
    public Optional<Counts> look() throws JMSException {
        CompletableFuture<Counts> awaited;
        synchronized (this) {
            if (last != null && System.nanoTime() - freshUntilNanos < 0) {
                return Optional.of(last);
            }
            if (running == null) {
                running = CompletableFuture.supplyAsync(this::count, counting);
            }
            awaited = running;
        }
        try {
            return Optional.of(awaited.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return latest();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return latest();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failed failed) {
                throw failed.cause();
            }
            throw new IllegalStateException("the store can't be counted", e);
        }
    }

    private synchronized Optional<Counts> latest() {
        return Optional.ofNullable(last);
    }

    /** The next look counts anew: something was done that changes the counts. */
    public synchronized void outdate() {
        freshUntilNanos = System.nanoTime();
    }

    private Counts count() {
        long began = System.nanoTime();
        Instant at = Instant.now();
        Counts counts = null;
        try {
            counts = new Counts(admin.statisticsOf(EntityFilter.all()), at);
            return counts;
        } catch (JMSException e) {
            throw new Failed(e);
        } finally {
            counted(counts, System.nanoTime() - began);
        }
    }

    private synchronized void counted(@Nullable Counts counts, long tookNanos) {
        running = null;
        if (counts != null) {
            last = counts;
            freshUntilNanos = System.nanoTime() + Math.max(LEAST_REST_NANOS, 10 * tookNanos);
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
