package dev.restante.model;

import java.util.concurrent.TimeUnit;

/** Resolution of the statistics history: length and number of its intervals. */
public enum HistoryResolution {
    /** Resolution of one hour in intervals of one minute. */
    HOUR(1, 60),
    /** Resolution of one day in intervals of five minutes. */
    DAY(5, 288);

    private final int minutes;
    private final int intervals;

    HistoryResolution(int minutes, int intervals) {
        this.minutes = minutes;
        this.intervals = intervals;
    }

    public int minutes() {
        return minutes;
    }

    /** Returns the number of intervals that are kept. */
    public int intervals() {
        return intervals;
    }

    public long millis() {
        return TimeUnit.MINUTES.toMillis(minutes);
    }

    /** Returns the start of the interval that contains an instant. */
    public long intervalStart(long atMillis) {
        return Math.floorDiv(atMillis, millis()) * millis();
    }

    /** Returns the start of the oldest interval that is kept at an instant. */
    public long oldestIntervalStart(long atMillis) {
        return intervalStart(atMillis) - intervals * millis();
    }
}
