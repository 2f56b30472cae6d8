package dev.restante.node.cluster;

import dev.restante.model.Delivery;
import dev.restante.node.commit.NodeServices;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import java.util.HashMap;
import java.util.Map;

/**
 * Reporter of this node's prefetched counts to the other nodes, so that all nodes show the same statistics (VIS-10). It
 * reports only changes.
 *
 * <p>Only the heartbeat thread uses it.
 */
final class PrefetchCountReporter {

    /** Impossible count that forces a new report after the store failed during a report. */
    private static final PrefetchCount UNKNOWN = new PrefetchCount(-1, -1, Delivery.NEVER);

    private final NodeServices node;

    /** Stored counts. */
    private Map<Long, PrefetchCount> reported = Map.of();

    PrefetchCountReporter(NodeServices node) {
        this.node = node;
    }

    /** Forgets all reports. */
    void reset() {
        reported = Map.of();
    }

    /**
     * Reports changed counts.
     *
     * @throws dev.restante.store.StoreException if the store fails; the next call repeats the report
     */
    void report() {
        Map<Long, PrefetchCount> now = node.dispatchers().prefetchCounts();
        Map<Long, PrefetchCount> changed = new HashMap<>(now);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(reported.get(entry.getKey())));
        reported.keySet().stream()
                .filter(entityId -> !now.containsKey(entityId))
                .forEach(entityId -> changed.put(entityId, PrefetchCount.NONE));
        if (!changed.isEmpty()) {
            Map<Long, PrefetchCount> attempted = new HashMap<>(reported);
            changed.keySet().forEach(entityId -> attempted.put(entityId, UNKNOWN));
            reported = attempted;
            node.store().prefetchCounts().report(node.incarnation(), changed);
        }
        reported = now;
    }
}
