package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.node.core.Refusals;
import dev.restante.store.StoreException;
import java.util.function.Consumer;

/**
 * Tells of each outage once (CON-25): all pipelines notice it, each of their batches, and the heartbeat, but it is one
 * problem. Thread-safe.
 */
final class OutageNews {

    private final Consumer<BrokerException> problems;

    /** Whether the outage that goes on has been told. Written under the monitor, and read without. */
    private volatile boolean told;

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
     * @param sinceNanos when that was begun, by {@link System#nanoTime}: what was begun in an outage that has ended
     *     meanwhile tells nothing new
     */
    void lost(StoreException cause, long sinceNanos) {
        synchronized (this) {
            if (told || sinceNanos - endedNanos < 0) {
                return;
            }
            told = true;
        }
        problems.accept(Refusals.of(cause));
    }

    /** The store was reached. */
    void reached() {
        // Read first: while all is well nobody writes what all pipelines share.
        if (told) {
            end();
        }
    }

    private synchronized void end() {
        if (told) {
            told = false;
            endedNanos = System.nanoTime();
        }
    }
}
