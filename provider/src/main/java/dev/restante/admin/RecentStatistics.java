package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statistics of a store for those who ask often, such as meters and health checks: it is looked at when somebody
 * wants to know, and not again for a while. A look that failed is kept like any other: each of thousands of readers
 * would wait for the store otherwise. Keeps the store open from the first look on until it is closed. Thread-safe.
 */
public final class RecentStatistics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RecentStatistics.class);

    /** Looking takes one part in so many of the time at most. */
    private static final int SHARE = 10;

    /** Opens the administration of the store, as {@code factory::admin}. */
    @FunctionalInterface
    public interface Opening {
        RestanteAdmin admin() throws JMSException;
    }

    private final Opening opening;
    private final EntityFilter entities;
    private final long keptNanos;

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

    /**
     * Those of some entities of a store. Nothing happens yet.
     *
     * @param entities which ones; whatever they are, the whole store is counted
     * @param kept for how long a look is kept at least: it is also kept for ten times as long as it took, so that
     *     however much is stored, looking takes a tenth of one thread's time at most. Zero for a look each time, which
     *     is for tests
     */
    public RecentStatistics(Opening opening, EntityFilter entities, Duration kept) {
        this.opening = requireNonNull(opening, "opening");
        this.entities = requireNonNull(entities, "entities");
        if (kept.isNegative()) {
            throw new IllegalArgumentException("kept for " + kept);
        }
        this.keptNanos = TimeUnit.NANOSECONDS.convert(kept);
    }

    /** What the last look has found, or a new one: the same object for as long as it is kept. Null if it has failed. */
    public @Nullable StoreStatistics current() {
        looking.lock();
        try {
            if (looked && (closed || System.nanoTime() - keptUntilNanos < 0)) {
                return last;
            }
            long startNanos = System.nanoTime();
            StoreStatistics found = look();
            long endNanos = System.nanoTime();
            if (found == null && !closed && (!looked || last != null)) {
                LOG.warn("The store can't be asked for statistics; gauges are not a number until it can");
            }
            last = found;
            looked = true;
            keptUntilNanos = endNanos + (keptNanos == 0 ? 0 : Math.max(keptNanos, SHARE * (endNanos - startNanos)));
            return found;
        } finally {
            looking.unlock();
        }
    }

    @GuardedBy("looking")
    private @Nullable StoreStatistics look() {
        if (closed) {
            return null;
        }
        try {
            if (admin == null) {
                admin = opening.admin();
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
    @Override
    public void close() {
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
