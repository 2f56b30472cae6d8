package dev.restante.store;

import dev.restante.model.HistoryScale;
import java.util.List;

/** The history of figures, a row for each interval and node. Each call is a transaction of its own. */
public interface HistoryRepository {

    /**
     * A row as it is stored.
     *
     * @param fromMillis when the interval begins
     * @param incarnation of the node that wrote it
     */
    record Row(long fromMillis, long incarnation, byte[] figures) {}

    /** Writes a row, in place of the one that there is. */
    void write(HistoryScale scale, Row row);

    /** The rows of intervals that begin at an instant or later, in their order. */
    List<Row> since(HistoryScale scale, long fromMillis);

    /** Removes the rows of intervals that began before an instant. */
    void forget(HistoryScale scale, long beforeMillis);

    /** Wishes that history be recorded until an instant. */
    void want(long incarnation, long untilMillis);

    /** Until when somebody has wished that; 0 if nobody has. */
    long wantedUntil();

    /** Removes wishes that were over at an instant. */
    void forgetWishes(long nowMillis);

    /** True for the oldest of the nodes that live. */
    boolean isOldest(long incarnation);
}
