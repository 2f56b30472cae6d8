package dev.restante.model;

import java.util.List;

/**
 * An interval of the history of figures, as one node recorded it.
 *
 * @param coveredMillis for how much of the interval it counted what went through
 * @param counting whether the node is the one that counts what is in entities
 * @param first whether it did that for the first time: then the depth of each entity is here that is not empty
 * @param leftOut of how many entities something is missing, because the interval would have become too large, or
 *     can't be read
 * @param figures of entities that have changed
 */
public record HistoryInterval(
        long coveredMillis, boolean counting, boolean first, int leftOut, List<EntityFigures> figures) {
    /** One of which nothing is known. */
    public static final HistoryInterval MISSING = new HistoryInterval(0, false, false, 1, List.of());

    public HistoryInterval {
        figures = List.copyOf(figures);
    }
}
