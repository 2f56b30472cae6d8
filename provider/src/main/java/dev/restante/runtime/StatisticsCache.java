package dev.restante.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Internal cache behind {@link RecentStatistics}, which one reader refreshes with a query of the store while other
 * readers wait for a bounded time. After that time the other readers get the previous statistics. A failure is cached,
 * too, because otherwise each of thousands of readers would wait for the store. Thread-safe.
 */
public final class StatisticsCache {

    private static final Logger LOG = LoggerFactory.getLogger(StatisticsCache.class);

    /** Reciprocal of the largest fraction of time that queries take. */
    private static final int MAX_LOAD_DIVISOR = 10;

    private final AdminOpener opener;
    private final EntityFilter entities;
    private final long minCacheNanos;
    private final LongSupplier nanoTime;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition queryEnded = lock.newCondition();

    /** Owned by the querying thread; without a query, by the owner of the lock. */
    private @Nullable RestanteAdmin admin;

    /** The last statistics; null if the last query failed. */
    @GuardedBy("lock")
    private @Nullable StoreStatistics last;

    @GuardedBy("lock")
    private boolean querying;

    @GuardedBy("lock")
    private long queryBeganNanos;

    @GuardedBy("lock")
    private boolean queried;

    @GuardedBy("lock")
    private long validUntilNanos;

    @GuardedBy("lock")
    private boolean closed;

    /** Function that opens an administration of the store. */
    public interface AdminOpener {
        RestanteAdmin open() throws JMSException;
    }

    public StatisticsCache(AdminOpener opener, EntityFilter entities, long minCacheNanos, LongSupplier nanoTime) {
        this.opener = opener;
        this.entities = entities;
        this.minCacheNanos = minCacheNanos;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the cached statistics or the result of a new query; null if the query failed.
     *
     * @param timeoutNanos the time after the start of another thread's query at which the previous statistics are
     *     returned
     */
    @Nullable
    public StoreStatistics current(long timeoutNanos) {
        lock.lock();
        try {
            if (closed || (queried && !querying && nanoTime.getAsLong() - validUntilNanos < 0)) {
                return last;
            }
            if (querying) {
                awaitQuery(timeoutNanos);
                return last;
            }
            querying = true;
            queryBeganNanos = nanoTime.getAsLong();
        } finally {
            lock.unlock();
        }
        StoreStatistics found = null;
        try {
            found = query();
        } finally {
            ended(found);
        }
        return found;
    }

    @GuardedBy("lock")
    private void awaitQuery(long timeoutNanos) {
        long leftNanos = timeoutNanos - (nanoTime.getAsLong() - queryBeganNanos);
        try {
            while (querying && leftNanos > 0) {
                leftNanos = queryEnded.awaitNanos(leftNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(@Nullable StoreStatistics found) {
        lock.lock();
        try {
            querying = false;
            queryEnded.signalAll();
            if (closed) {
                closeAdmin();
                return;
            }
            if (found == null && (!queried || last != null)) {
                LOG.warn("The statistics of the store cannot be queried. The gauges report NaN until a query"
                        + " succeeds.");
            }
            last = found;
            queried = true;
            long endNanos = nanoTime.getAsLong();
            validUntilNanos = endNanos + keptFor(endNanos - queryBeganNanos, found != null);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the time to cache a result. A failure is cached for a shorter time, so that readers soon notice the end
     * of an outage.
     */
    private long keptFor(long tookNanos, boolean succeeded) {
        return minCacheNanos == 0 ? 0 : Math.max(minCacheNanos, succeeded ? MAX_LOAD_DIVISOR * tookNanos : tookNanos);
    }

    private @Nullable StoreStatistics query() {
        try {
            if (admin == null) {
                admin = opener.open();
            }
            return admin.statisticsOf(entities);
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("The statistics of the store cannot be queried", failure);
            if (failure instanceof JMSException refused && ErrorCodes.NODE_FENCED.equals(refused.getErrorCode())) {
                // The next query opens a new administration, which rejoins like a new connection.
                closeAdmin();
            }
            return null;
        }
    }

    private void closeAdmin() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    /** Releases the store, at the latest at the end of the current query. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            last = null;
            if (!querying) {
                closeAdmin();
            }
        } finally {
            lock.unlock();
        }
    }
}
