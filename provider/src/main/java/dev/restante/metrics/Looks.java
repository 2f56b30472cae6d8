package dev.restante.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a store when somebody wants to know, and not again for a while. A look that failed is kept like any other:
 * each of thousands of meters would wait for the store otherwise. Thread-safe.
 */
final class Looks {

    private static final Logger LOG = LoggerFactory.getLogger(Looks.class);

    /** Looking takes one part in so many of the time at most. */
    private static final int SHARE = 10;

    private final RestanteConnectionFactory factory;
    private final EntityFilter entities;
    private final long keptNanos;

    /** Held while somebody looks; others wait for what that finds. */
    private final ReentrantLock looking = new ReentrantLock();

    @GuardedBy("looking")
    private @Nullable RestanteAdmin admin;

    @GuardedBy("looking")
    private @Nullable Look last;

    @GuardedBy("looking")
    private long keptUntilNanos;

    @GuardedBy("looking")
    private boolean closed;

    Looks(RestanteConnectionFactory factory, EntityFilter entities, long keptNanos) {
        this.factory = factory;
        this.entities = entities;
        this.keptNanos = keptNanos;
    }

    /** The last look, or a new one. */
    Look current() {
        looking.lock();
        try {
            Look known = last;
            if (known != null && (closed || System.nanoTime() - keptUntilNanos < 0)) {
                return known;
            }
            long startNanos = System.nanoTime();
            Look found = look();
            long endNanos = System.nanoTime();
            if (!found.found() && (known == null || known.found())) {
                LOG.warn("The store of the meters can't be asked; gauges are not a number until it can");
            }
            last = found;
            keptUntilNanos = endNanos + (keptNanos == 0 ? 0 : Math.max(keptNanos, SHARE * (endNanos - startNanos)));
            return found;
        } finally {
            looking.unlock();
        }
    }

    @GuardedBy("looking")
    private Look look() {
        if (closed) {
            return Look.FAILED;
        }
        try {
            if (admin == null) {
                admin = factory.admin();
            }
            return Look.of(admin.statisticsOf(entities));
        } catch (JMSException | RuntimeException failure) {
            LOG.debug("The store of the meters can't be asked", failure);
            if (failure instanceof JMSException refused && ErrorCodes.NODE_FENCED.equals(refused.getErrorCode())) {
                // The next look joins anew, as new connections do.
                letGo();
            }
            return Look.FAILED;
        }
    }

    @GuardedBy("looking")
    private void letGo() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    void close() {
        looking.lock();
        try {
            closed = true;
            last = Look.FAILED;
            letGo();
        } finally {
            looking.unlock();
        }
    }
}
