package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.StoreStatistics;
import dev.restante.runtime.StatisticsCache;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Public reader of store statistics for frequent callers such as meters and health checks, which queries the store only
 * when the cached result expires. Keeps the store open from the first query until {@link #close}. Thread-safe.
 */
public final class RecentStatistics implements AutoCloseable {

    /** Counted from the start of the query, so that a thread that reads thousands of meters waits only once. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);

    private final StatisticsCache cache;

    /**
     * Creates a cache. The first read opens the store.
     *
     * @param entities the filter of the entities; each query reads the whole store
     * @param cacheDuration the shortest time for which a result is cached. A result is also cached for ten times the
     *     duration of its query, so that queries use at most a tenth of one thread's time. A failure is cached at least
     *     for the duration of its query. Zero means a query at each call, for tests
     */
    public RecentStatistics(RestanteConnectionFactory factory, EntityFilter entities, Duration cacheDuration) {
        requireNonNull(factory, "factory");
        requireNonNull(entities, "entities");
        if (cacheDuration.isNegative()) {
            throw new IllegalArgumentException("cacheDuration " + cacheDuration + " is negative");
        }
        this.cache = new StatisticsCache(
                factory::admin, entities, TimeUnit.NANOSECONDS.convert(cacheDuration), System::nanoTime);
    }

    /**
     * Returns the cached statistics, or the result of a new query. The result is the same object while it is cached,
     * and null if the query failed. If another thread's query takes longer than 1 s, the method returns the previous
     * statistics, or null without any.
     */
    public @Nullable StoreStatistics current() {
        return current(DEFAULT_TIMEOUT);
    }

    /**
     * Returns statistics as {@link #current()} does, with another timeout.
     *
     * @param timeout the time after the start of another thread's query at which the previous statistics are returned
     */
    public @Nullable StoreStatistics current(Duration timeout) {
        return cache.current(TimeUnit.NANOSECONDS.convert(timeout));
    }

    /** Releases the store. Later reads return null. */
    @Override
    public void close() {
        cache.close();
    }
}
