package dev.restante.admin.history;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;

/** Snapshot of the recorded depth and rates of all queues and subscriptions of a store. Immutable. */
public final class StoreHistory {

    private final HistoryScale scale;
    private final boolean complete;
    private final Function<String, List<HistoryPoint>> points;

    /**
     * Creates a history.
     *
     * @param complete the value of {@link #complete}
     * @param points a function that returns the intervals for a full name, or an empty list for an unknown name
     */
    public StoreHistory(HistoryScale scale, boolean complete, Function<String, List<HistoryPoint>> points) {
        this.scale = requireNonNull(scale, "scale");
        this.complete = complete;
        this.points = requireNonNull(points, "points");
    }

    /** Returns the time range and interval length. */
    public HistoryScale scale() {
        return scale;
    }

    /**
     * Returns the intervals of a queue, dead-letter queue or subscription, the oldest first. Intervals without any
     * record are missing.
     *
     * @param name the full name, for a subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}
     * @return a list that is empty if the entity does not exist
     */
    public List<HistoryPoint> points(String name) {
        return List.copyOf(points.apply(requireNonNull(name, "name")));
    }

    /**
     * Returns false if values are missing because too many entities changed in an interval. Each node records at most
     * 16 KiB for an interval, which is sufficient for 1,200 busy entities or more quiet ones.
     */
    public boolean complete() {
        return complete;
    }
}
