package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.store.StoreException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * Reporter of store outages to error listeners, once for each outage (CON-25), although all pipelines and the heartbeat
 * notice it. If only one pipeline gets no connection, its outage is also reported once, until it reaches the store.
 * Thread-safe.
 */
final class OutageReporter {

    private final Consumer<BrokerException> problems;

    /** True if the current outage was reported. Written under the monitor, and read without it. */
    private volatile boolean reported;

    /** Pipelines and heartbeat that cannot reach the store. Entries of closed pipelines vanish. */
    @GuardedBy("this")
    private final Set<Object> disconnected = Collections.newSetFromMap(new WeakHashMap<>());

    /** True if any source cannot reach the store. Written under the monitor, and read without it. */
    private volatile boolean anyDisconnected;

    /** Instant at which the last outage ended, by {@link System#nanoTime}. */
    @GuardedBy("this")
    private long endedNanos = System.nanoTime();

    OutageReporter(Consumer<BrokerException> problems) {
        this.problems = problems;
    }

    /**
     * Reports that the store could not be reached.
     *
     * @param source pipeline that failed, or the heartbeat
     * @param sinceNanos instant at which the attempt began, by {@link System#nanoTime}; an attempt that began before
     *     the end of the last outage is ignored
     */
    void onLost(Object source, StoreException cause, long sinceNanos) {
        synchronized (this) {
            if (sinceNanos - endedNanos < 0 || !disconnected.add(source)) {
                return;
            }
            anyDisconnected = true;
            if (reported) {
                return;
            }
            reported = true;
        }
        problems.accept(BrokerExceptions.of(cause));
    }

    /** Records that a source has reached the store. */
    void onReached(Object source) {
        // The flags are read first, so that pipelines write no shared data while the store is reachable.
        if (reported || anyDisconnected) {
            end(source);
        }
    }

    private synchronized void end(Object source) {
        boolean unused = disconnected.remove(source);
        anyDisconnected = !disconnected.isEmpty();
        if (reported) {
            reported = false;
            endedNanos = System.nanoTime();
        }
    }
}
