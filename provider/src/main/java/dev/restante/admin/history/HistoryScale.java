package dev.restante.admin.history;

import java.time.Duration;

/** Time range and interval length of a history. */
public enum HistoryScale {
    /** Last hour in intervals of one minute. */
    HOUR(dev.restante.model.HistoryResolution.HOUR),
    /** Last day in intervals of five minutes. */
    DAY(dev.restante.model.HistoryResolution.DAY);

    private final dev.restante.model.HistoryResolution storedScale;

    HistoryScale(dev.restante.model.HistoryResolution storedScale) {
        this.storedScale = storedScale;
    }

    /** Returns the length of an interval: 1 or 5 minutes. */
    public Duration interval() {
        return Duration.ofMinutes(storedScale.minutes());
    }

    /** Returns the number of intervals that are kept: 60 or 288. */
    public int intervals() {
        return storedScale.intervals();
    }
}
