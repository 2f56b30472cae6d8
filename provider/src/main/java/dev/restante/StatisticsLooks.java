package dev.restante;

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
 * Looks at the statistics of a store, each of which is kept for a while. A look that failed is kept, too: each of
 * thousands of readers would wait for the store otherwise. One reader looks; others wait for what he finds, but not for
 * long, and have what was found before then. Thread-safe.
 */
final class StatisticsLooks {

    private static final Logger LOG = LoggerFactory.getLogger(StatisticsLooks.class);

    /** Looking takes one part in so many of the time at most. */
    private static final int SHARE = 10;

    private final RestanteConnectionFactory factory;
    private final EntityFilter entities;
    private final long keptNanos;
    private final LongSupplier nanoTime;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition lookEnded = lock.newCondition();

    /** Belongs to who looks; while nobody does, to who has the lock. */
    private @Nullable RestanteAdmin admin;

    /** What the last look has found; null if it has failed. */
    @GuardedBy("lock")
    private @Nullable StoreStatistics last;

    @GuardedBy("lock")
    private boolean looking;

    @GuardedBy("lock")
    private long lookBeganNanos;

    @GuardedBy("lock")
    private boolean looked;

    @GuardedBy("lock")
    private long keptUntilNanos;

    @GuardedBy("lock")
    private boolean closed;

    StatisticsLooks(RestanteConnectionFactory factory, EntityFilter entities, long keptNanos, LongSupplier nanoTime) {
        this.factory = factory;
        this.entities = entities;
        this.keptNanos = keptNanos;
        this.nanoTime = nanoTime;
    }

    /**
     * The last one, or a new one; null if it has failed.
     *
     * @param patienceNanos how long a look of somebody else may take, from its beginning, before the one before it is
     *     returned
     */
    @Nullable
    StoreStatistics current(long patienceNanos) {
        lock.lock();
        try {
            if (closed || (looked && !looking && nanoTime.getAsLong() - keptUntilNanos < 0)) {
                return last;
            }
            if (looking) {
                awaitLook(patienceNanos);
                return last;
            }
            looking = true;
            lookBeganNanos = nanoTime.getAsLong();
        } finally {
            lock.unlock();
        }
        StoreStatistics found = null;
        try {
            found = look();
        } finally {
            ended(found);
        }
        return found;
    }

    @GuardedBy("lock")
    private void awaitLook(long patienceNanos) {
        long leftNanos = patienceNanos - (nanoTime.getAsLong() - lookBeganNanos);
        try {
            while (looking && leftNanos > 0) {
                leftNanos = lookEnded.awaitNanos(leftNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(@Nullable StoreStatistics found) {
        lock.lock();
        try {
            looking = false;
            lookEnded.signalAll();
            if (closed) {
                letGo();
                return;
            }
            if (found == null && (!looked || last != null)) {
                LOG.warn("The store can't be asked for statistics; gauges are not a number until it can");
            }
            last = found;
            looked = true;
            long endNanos = nanoTime.getAsLong();
            keptUntilNanos = endNanos + keptFor(endNanos - lookBeganNanos, found != null);
        } finally {
            lock.unlock();
        }
    }

    /** One that failed has only waited, and readers want to know soon when the store is back. */
    private long keptFor(long tookNanos, boolean succeeded) {
        return keptNanos == 0 ? 0 : Math.max(keptNanos, succeeded ? SHARE * tookNanos : tookNanos);
    }

    private @Nullable StoreStatistics look() {
        try {
            if (admin == null) {
                admin = factory.admin();
            }
            return admin.statisticsOf(entities);
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("The store can't be asked for statistics", failure);
            if (failure instanceof JMSException refused && ErrorCodes.NODE_FENCED.equals(refused.getErrorCode())) {
                // The next look joins anew, as new connections do.
                letGo();
            }
            return null;
        }
    }

    private void letGo() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    /** Lets go of the store, or has it let go of at the end of a look. Nothing is known from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            last = null;
            if (!looking) {
                letGo();
            }
        } finally {
            lock.unlock();
        }
    }
}
