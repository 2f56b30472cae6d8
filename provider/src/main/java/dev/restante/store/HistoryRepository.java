package dev.restante.store;

import dev.restante.model.HistoryResolution;
import java.util.List;

/** Repository of the statistics history, with one row for each interval and node. */
public interface HistoryRepository {

    /**
     * Row of the history table.
     *
     * @param fromMillis start of the interval
     * @param incarnation writer of the row
     */
    record HistoryRow(long fromMillis, long incarnation, byte[] figures) {}

    /** Writes a row, and replaces an earlier row of the incarnation for the interval. */
    void write(HistoryResolution resolution, HistoryRow row);

    /** Returns the rows of intervals that begin at an instant or later, in ascending order. */
    List<HistoryRow> since(HistoryResolution resolution, long fromMillis);

    void deleteBefore(HistoryResolution resolution, long beforeMillis);

    /** Requests that all nodes record the history until an instant. */
    void requestRecording(long incarnation, long untilMillis);

    /** Returns the end of the latest request; 0 if there is none. */
    long recordingRequestedUntil();

    void removeExpiredRequests(long nowMillis);

    /** Returns whether an incarnation is the oldest live one. */
    boolean isOldest(long incarnation);
}
