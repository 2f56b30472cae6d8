package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.node.core.Refusals;
import dev.restante.store.StoreException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * Tells of each outage once (CON-25): all pipelines notice it, each of their batches, and the heartbeat, but it is one
 * problem. A pipeline may be cut off alone, as one that gets no connection, while all others reach the store: it tells
 * that once, until it reaches the store itself. Thread-safe.
 */
final class OutageNews {

    private final Consumer<BrokerException> problems;

    /** Whether the outage that goes on has been told. Written under the monitor, and read without. */
    private volatile boolean told;

    /** Pipelines, and the heartbeat, that have lost the store and not reached it since; those that are gone vanish. */
    @GuardedBy("this")
    private final Set<Object> away = Collections.newSetFromMap(new WeakHashMap<>());

    /** True if any source is away. Written under the monitor, and read without. */
    private volatile boolean anyAway;

    /** When the last one has ended, by {@link System#nanoTime}. */
    @GuardedBy("this")
    private long endedNanos = System.nanoTime();

    /** {@code problems} hears of each outage. */
    OutageNews(Consumer<BrokerException> problems) {
        this.problems = problems;
    }

    /**
     * The store could not be reached.
     *
     * @param source the pipeline that has tried, or the heartbeat
     * @param sinceNanos when that was begun, by {@link System#nanoTime}: what was begun in an outage that has ended
     *     meanwhile tells nothing new
     */
    void lost(Object source, StoreException cause, long sinceNanos) {
        synchronized (this) {
            if (sinceNanos - endedNanos < 0 || !away.add(source)) {
                return;
            }
            anyAway = true;
            if (told) {
                return;
            }
            told = true;
        }
        problems.accept(Refusals.of(cause));
    }

    /** A source has reached the store. */
    void reached(Object source) {
        // Read first: while all is well nobody writes what all pipelines share.
        if (told || anyAway) {
            end(source);
        }
    }

    private synchronized void end(Object source) {
        boolean unused = away.remove(source);
        anyAway = !away.isEmpty();
        if (told) {
            told = false;
            endedNanos = System.nanoTime();
        }
    }
}
