package dev.restante;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the statistics of a store, each of which is kept for a while. A look that failed is kept, too: each of
 * thousands of readers would wait for the store otherwise. Thread-safe.
 */
final class StatisticsLooks {

    private static final Logger LOG = LoggerFactory.getLogger(StatisticsLooks.class);

    /** Looking takes one part in so many of the time at most. */
    private static final int SHARE = 10;

    private final RestanteConnectionFactory factory;
    private final EntityFilter entities;
    private final long keptNanos;
    private final LongSupplier nanoTime;

    /** Held while somebody looks; others wait for what that finds. */
    private final ReentrantLock looking = new ReentrantLock();

    @GuardedBy("looking")
    private @Nullable RestanteAdmin admin;

    /** What the last look has found; null if it has failed. */
    @GuardedBy("looking")
    private @Nullable StoreStatistics last;

    @GuardedBy("looking")
    private boolean looked;

    @GuardedBy("looking")
    private long keptUntilNanos;

    @GuardedBy("looking")
    private boolean closed;

    StatisticsLooks(RestanteConnectionFactory factory, EntityFilter entities, long keptNanos, LongSupplier nanoTime) {
        this.factory = factory;
        this.entities = entities;
        this.keptNanos = keptNanos;
        this.nanoTime = nanoTime;
    }

    /** The last one, or a new one; null if it has failed. */
    @Nullable
    StoreStatistics current() {
        looking.lock();
        try {
            if (looked && (closed || nanoTime.getAsLong() - keptUntilNanos < 0)) {
                return last;
            }
            long startNanos = nanoTime.getAsLong();
            StoreStatistics found = look();
            long endNanos = nanoTime.getAsLong();
            if (found == null && !closed && (!looked || last != null)) {
                LOG.warn("The store can't be asked for statistics; gauges are not a number until it can");
            }
            last = found;
            looked = true;
            keptUntilNanos = endNanos + keptFor(endNanos - startNanos, found != null);
            return found;
        } finally {
            looking.unlock();
        }
    }

    /** One that failed has only waited, and readers want to know soon when the store is back. */
    private long keptFor(long tookNanos, boolean succeeded) {
        return keptNanos == 0 ? 0 : Math.max(keptNanos, succeeded ? SHARE * tookNanos : tookNanos);
    }

    @GuardedBy("looking")
    private @Nullable StoreStatistics look() {
        if (closed) {
            return null;
        }
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

    @GuardedBy("looking")
    private void letGo() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    /** Lets go of the store. Nothing is known from now on. */
    void close() {
        looking.lock();
        try {
            closed = true;
            looked = true;
            last = null;
            letGo();
        } finally {
            looking.unlock();
        }
    }
}
