package dev.restante.admin.history;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;

/** The history of the figures of all queues and subscriptions of a store, as it was when it was read. Immutable. */
public final class StoreHistory {

    private final HistoryScale scale;
    private final boolean complete;
    private final Function<String, List<HistoryPoint>> points;

    /**
     * A history.
     *
     * @param scale how long its intervals are
     * @param complete see {@link #complete}
     * @param points the intervals of what has a name; empty for what does not exist
     */
    public StoreHistory(HistoryScale scale, boolean complete, Function<String, List<HistoryPoint>> points) {
        this.scale = requireNonNull(scale, "scale");
        this.complete = complete;
        this.points = requireNonNull(points, "points");
    }

    /** How long its intervals are. */
    public HistoryScale scale() {
        return scale;
    }

    /**
     * The intervals of a queue, dead-letter queue or subscription, the oldest first; those in which nothing was
     * recorded are missing.
     *
     * @param name its full name, for a subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}
     * @return empty also for what does not exist
     */
    public List<HistoryPoint> of(String name) {
        return List.copyOf(points.apply(requireNonNull(name, "name")));
    }

    /**
     * False if figures are missing because more entities changed in an interval than a node writes, which is what fits
     * into 16 KiB: 1,200 busy ones, or more quiet ones.
     */
    public boolean complete() {
        return complete;
    }
}
