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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all entities, for all pages. Counting reads an index entry for each message of the store, so a single
 * thread of its own does it, only when a page asks, and then rests for forty times as long as it took; for as long as
 * it took where the store has failed. A page waits a little for the counts, longer after a change, and else shows the
 * last ones, or none; it does not wait where they take longer than that. Thread-safe.
 */
public final class Census implements AutoCloseable {

    /** Where there are counts to show. */
    private static final long PATIENCE_MILLIS = 200;

    /** Where there are none yet, or something was done since. */
    private static final long LONG_PATIENCE_MILLIS = 2_000;

    private static final long LEAST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How many times as long it rests as it has counted: so it takes a fortieth of a processor of the database. */
    private static final int REST = 40;

    /**
     * The counts at one time.
     *
     * @param at when the counting began
     */
    public record Counts(StoreStatistics statistics, Instant at) {}

    /**
     * Counts, and how many changes had been told when they began.
     *
     * @param tookNanos how long it took to count
     * @param freshUntilNanos until when they are not counted anew, unless something is changed
     */
    private record Counted(Counts counts, long changes, long tookNanos, long freshUntilNanos) {}

    /** A count that has failed, and until when none is tried again, whatever is changed. */
    private record Failure(RuntimeException thrown, long untilNanos) {}

    /** The look at the store. */
    @FunctionalInterface
    interface Look {
        /** Counts all. */
        StoreStatistics count() throws JMSException;
    }

    private final Look look;
    private final LongSupplier nanoTime;
    private final ExecutorService counting;

    /** The last ones, guarded by this. */
    private @Nullable Counted last;

    /** Of the last count, guarded by this; null if it has not failed. */
    private @Nullable Failure failed;

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
        this(() -> admin.statisticsOf(EntityFilter.all()), System::nanoTime, threads);
    }

    /**
     * Of whatever.
     *
     * @param nanoTime by which it rests
     */
    Census(Look look, LongSupplier nanoTime, ThreadFactory threads) {
        this.look = look;
        this.nanoTime = nanoTime;
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
                if (last != null && last.changes() == changes && nanoTime.getAsLong() - last.freshUntilNanos() < 0) {
                    return latest();
                }
                if (failed != null && nanoTime.getAsLong() - failed.untilNanos() < 0) {
                    throw thrown(failed.thrown());
                }
                awaited = running(changes);
                leftMillis = patienceMillis(last) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            }
            if (leftMillis <= 0 || !awaited(awaited, leftMillis)) {
                return latest();
            }
        }
    }

    /**
     * The count under way, which begins if there is none.
     *
     * @param knownChanges how many of the changes it counts
     */
    private synchronized CompletableFuture<Counted> running(long knownChanges) {
        CompletableFuture<Counted> current = running;
        if (current == null) {
            current = CompletableFuture.supplyAsync(() -> count(knownChanges), counting);
            running = current;
        }
        return current;
    }

    /** Begins to count, so that the first page has something to show, though it is out of date by then. */
    public synchronized void begin() {
        CompletableFuture<Counted> unused = running(changes - 1);
    }

    private synchronized long patienceMillis(@Nullable Counted latest) {
        if (latest == null) {
            return LONG_PATIENCE_MILLIS;
        }
        long patience = latest.changes() == changes ? PATIENCE_MILLIS : LONG_PATIENCE_MILLIS;
        return TimeUnit.NANOSECONDS.toMillis(latest.tookNanos()) < patience ? patience : 0;
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
            throw thrown(e.getCause());
        }
    }

    private static JMSException thrown(@Nullable Throwable failure) {
        if (failure instanceof Failed failed) {
            return failed.cause();
        }
        throw new IllegalStateException("the store can't be counted", failure);
    }

    private synchronized Optional<Counts> latest() {
        return Optional.ofNullable(last).map(Counted::counts);
    }

    /** Makes all counts out of date: something was done that changes them. */
    public synchronized void outdate() {
        changes++;
    }

    private Counted count(long before) {
        long began = nanoTime.getAsLong();
        Instant at = Instant.now();
        try {
            Counts counts = new Counts(look.count(), at);
            long now = nanoTime.getAsLong();
            Counted counted =
                    new Counted(counts, before, now - began, now + Math.max(LEAST_REST_NANOS, REST * (now - began)));
            ended(counted, null);
            return counted;
        } catch (JMSException e) {
            throw failed(new Failed(e), began);
        } catch (RuntimeException e) {
            throw failed(e, began);
        }
    }

    private RuntimeException failed(RuntimeException thrown, long began) {
        long now = nanoTime.getAsLong();
        ended(null, new Failure(thrown, now + Math.max(LEAST_REST_NANOS, now - began)));
        return thrown;
    }

    private synchronized void ended(@Nullable Counted counted, @Nullable Failure failure) {
        running = null;
        failed = failure;
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
