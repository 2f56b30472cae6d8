package dev.restante.node.commit;

import dev.restante.broker.BrokerException;
import dev.restante.node.core.Refusals;
import dev.restante.store.StoreException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells of each outage once (CON-25): all pipelines notice it, each of their batches, and the heartbeat, but it is one
 * problem. Thread-safe.
 */
final class OutageNews {

    /**
     * How it stands.
     *
     * @param told whether the outage that goes on has been told
     * @param endedNanos when the last one has ended, by {@link System#nanoTime}
     */
    private record Standing(boolean told, long endedNanos) {}

    private final Consumer<BrokerException> problems;
    private volatile @Nullable Standing standing;

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
            Standing now = standing;
            if (now != null && (now.told() || sinceNanos - now.endedNanos() < 0)) {
                return;
            }
            standing = new Standing(true, sinceNanos);
        }
        problems.accept(Refusals.of(cause));
    }

    /** The store was reached. */
    void reached() {
        // Read first: while all is well nobody writes what all pipelines share.
        Standing now = standing;
        if (now != null && now.told()) {
            synchronized (this) {
                standing = new Standing(false, System.nanoTime());
            }
        }
    }
}
