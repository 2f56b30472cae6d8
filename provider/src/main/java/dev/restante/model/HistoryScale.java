package dev.restante.model;

import java.util.concurrent.TimeUnit;

/** A scale of the history of figures: how long its intervals are, and how many are kept. */
public enum HistoryScale {
    /** An hour, by the minute. */
    HOUR(1, 60),
    /** A day, by five minutes. */
    DAY(5, 288);

    private final int minutes;
    private final int intervals;

    HistoryScale(int minutes, int intervals) {
        this.minutes = minutes;
        this.intervals = intervals;
    }

    /** The length of an interval in minutes. */
    public int minutes() {
        return minutes;
    }

    /** How many intervals there are. */
    public int intervals() {
        return intervals;
    }

    /** The length of an interval. */
    public long millis() {
        return TimeUnit.MINUTES.toMillis(minutes);
    }

    /** The beginning of the interval that an instant is in. */
    public long beginning(long atMillis) {
        return Math.floorDiv(atMillis, millis()) * millis();
    }

    /** The beginning of the oldest interval that is kept at an instant. */
    public long oldest(long atMillis) {
        return beginning(atMillis) - intervals * millis();
    }
}
