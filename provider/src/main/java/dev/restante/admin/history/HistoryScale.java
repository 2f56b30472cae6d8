package dev.restante.admin.history;

import java.time.Duration;

/** A scale of the history of figures. */
public enum HistoryScale {
    /** The last hour, by the minute. */
    HOUR(dev.restante.model.HistoryScale.HOUR),
    /** The last day, by five minutes. */
    DAY(dev.restante.model.HistoryScale.DAY);

    private final dev.restante.model.HistoryScale stored;

    HistoryScale(dev.restante.model.HistoryScale stored) {
        this.stored = stored;
    }

    /** The length of an interval: 1 or 5 minutes. */
    public Duration interval() {
        return Duration.ofMinutes(stored.minutes());
    }

    /** How many intervals are kept: 60 or 288. */
    public int intervals() {
        return stored.intervals();
    }
}
