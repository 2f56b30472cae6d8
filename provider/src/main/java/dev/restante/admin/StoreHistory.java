package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/** The history of the figures of all queues and subscriptions of a store, as it was when it was read. Immutable. */
public final class StoreHistory {

    private final HistoryScale scale;
    private final dev.restante.broker.view.StoreHistory recorded;
    private final Map<String, Long> entityIds;

    StoreHistory(HistoryScale scale, dev.restante.broker.view.StoreHistory recorded, Map<String, Long> entityIds) {
        this.scale = scale;
        this.recorded = recorded;
        this.entityIds = Map.copyOf(entityIds);
    }

    /** What it was asked for. */
    public HistoryScale scale() {
        return scale;
    }

    /**
     * The intervals of a queue, dead-letter queue or subscription, the oldest first; those in which nothing was recorded
     * are missing.
     *
     * @param name its full name, as in {@link RestanteAdmin#messages}
     * @return empty also for what does not exist
     */
    public List<HistoryPoint> of(String name) {
        Long entityId = entityIds.get(requireNonNull(name, "name"));
        return entityId == null
                ? List.of()
                : recorded.of(entityId).stream().map(HistoryPoint::of).toList();
    }

    /**
     * False if figures are missing because more entities changed in an interval than a node writes, which is what fits
     * into 16 KiB: some 2,000.
     */
    public boolean complete() {
        return recorded.complete();
    }
}
