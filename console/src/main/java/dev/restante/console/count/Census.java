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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all entities, for all pages. Counting reads an index entry for each message of the store, so a single
 * thread of its own does it, only when a page asks, and then rests for forty times as long as it took. Where it fails,
 * because the store does, or counting takes longer than a call may, it rests for as long as that took, and longer each
 * time. A page waits a little for the counts, longer after a change, and else shows the last ones, or none; it does not
 * wait where they take longer than that. Thread-safe.
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
     * @param at when the counting began, by the store's clock
     */
    public record Counts(StoreStatistics statistics, Instant at) {}

    /**
     * Counts, and how many changes had been told when they began.
     *
     * @param tookNanos how long it took to count
     * @param freshUntilNanos until when they are not counted anew, unless something is changed
     */
    private record Counted(Counts counts, long changes, long tookNanos, long freshUntilNanos) {}

    /** Counts that have failed one after the other, and until when none is tried again, whatever is changed. */
    private record Failures(int inARow, long untilNanos) {}

    /** The look at the store. */
    @FunctionalInterface
    interface Look {
        /** Counts all. */
        StoreStatistics count() throws JMSException;
    }

    private final Look look;
    private final Supplier<Instant> storeTime;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private final ExecutorService counting;

    /** The last ones, guarded by this. */
    private @Nullable Counted last;

    /** Guarded by this; null if the last count has not failed. */
    private @Nullable Failures failed;

    /** How many changes were told, guarded by this. */
    private long changes;

    /** The count under way, guarded by this. */
    private @Nullable CompletableFuture<?> running;

    /**
     * Of a store.
     *
     * @param threads makes the one that counts, when a page asks for the first time
     * @param log is told of each count that fails
     */
    public Census(RestanteAdmin admin, ThreadFactory threads, Consumer<String> log) {
        this(
                () -> admin.statisticsOf(EntityFilter.all()),
                () -> admin.node().storeTime(),
                System::nanoTime,
                threads,
                log);
    }

    /**
     * Of whatever.
     *
     * @param storeTime the time by the store's clock
     * @param nanoTime by which it rests
     */
    Census(Look look, Supplier<Instant> storeTime, LongSupplier nanoTime, ThreadFactory threads, Consumer<String> log) {
        this.look = look;
        this.storeTime = storeTime;
        this.nanoTime = nanoTime;
        this.log = log;
        this.counting = Executors.newSingleThreadExecutor(threads);
    }

    /** The latest counts that can be had soon; empty if there are none yet. */
    public Optional<Counts> look() {
        long began = System.nanoTime();
        while (true) {
            CompletableFuture<?> awaited;
            long leftMillis;
            synchronized (this) {
                boolean fresh =
                        last != null && last.changes() == changes && nanoTime.getAsLong() - last.freshUntilNanos() < 0;
                boolean rests = failed != null && nanoTime.getAsLong() - failed.untilNanos() < 0;
                if (fresh || rests) {
                    return latest();
                }
                awaited = running(changes);
                leftMillis = patienceMillis(last) - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            }
            if (leftMillis <= 0 || !awaited(awaited, leftMillis)) {
                return latest();
            }
        }
    }

    /** Says why there are no counts, as a sentence. */
    public synchronized String absence() {
        return failed == null
                ? "The messages are still being counted."
                : "The messages could not be counted. That is tried again.";
    }

    /**
     * The count under way, which begins if there is none.
     *
     * @param knownChanges how many of the changes it counts
     */
    private synchronized CompletableFuture<?> running(long knownChanges) {
        CompletableFuture<?> current = running;
        if (current == null) {
            current = CompletableFuture.runAsync(() -> count(knownChanges), counting);
            running = current;
        }
        return current;
    }

    /** Begins to count, so that the first page has something to show, though it is out of date by then. */
    public synchronized void begin() {
        CompletableFuture<?> unused = running(changes - 1);
    }

    private synchronized long patienceMillis(@Nullable Counted latest) {
        if (latest == null) {
            return LONG_PATIENCE_MILLIS;
        }
        long patience = latest.changes() == changes ? PATIENCE_MILLIS : LONG_PATIENCE_MILLIS;
        return TimeUnit.NANOSECONDS.toMillis(latest.tookNanos()) < patience ? patience : 0;
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
            throw new IllegalStateException("a count never throws", e);
        }
    }

    private synchronized Optional<Counts> latest() {
        return Optional.ofNullable(last).map(Counted::counts);
    }

    /** Makes all counts out of date: something was done that changes them. */
    public synchronized void outdate() {
        changes++;
    }

    private void count(long before) {
        long began = nanoTime.getAsLong();
        Instant at = storeTime.get();
        try {
            Counts counts = new Counts(look.count(), at);
            long now = nanoTime.getAsLong();
            ended(new Counted(counts, before, now - began, now + Math.max(LEAST_REST_NANOS, REST * (now - began))));
        } catch (JMSException | RuntimeException | Error e) {
            // Whatever it is, and whatever becomes of the line: nobody would count again.
            failed(began);
            log.accept("failed to count the messages: " + e);
        }
    }

    private synchronized void ended(Counted counted) {
        running = null;
        failed = null;
        last = counted;
    }

    private synchronized void failed(long beganNanos) {
        running = null;
        int inARow = failed == null ? 1 : failed.inARow() + 1;
        long now = nanoTime.getAsLong();
        long restNanos = (now - beganNanos) * Math.min(REST, 1L << Math.min(inARow - 1, REST));
        failed = new Failures(inARow, now + Math.max(LEAST_REST_NANOS, restNanos));
    }

    @Override
    public void close() {
        counting.shutdownNow();
    }
}
