package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.option.CatchUpPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Repeat schedule of a repeated send, from which the due times of its copies follow (SCH-01). One series of copies
 * begins with the send. With a cron expression, a series begins at each matching instant instead.
 *
 * @param startMillis the time of the send, in epoch milliseconds of store time
 * @param initialDelayMillis the delay from the beginning of a series to its first copy, 0 or more
 * @param periodMillis the time between copies of a series, above 0 if a series has several copies
 * @param repeatCount the number of copies in a series after the first one, 0 or more, or {@link #UNLIMITED}
 * @param cron a Unix cron expression with five fields for the beginnings of series, or null for one series
 * @param timeZone the id of the time zone of the cron expression, or null without one
 * @param catchUp the catch-up policy for due times at which no node was running
 */
public record RepeatedSendSchedule(
        long startMillis,
        long initialDelayMillis,
        long periodMillis,
        int repeatCount,
        @Nullable String cron,
        @Nullable String timeZone,
        CatchUpPolicy catchUp) {

    /** Value of {@link #repeatCount} for a series without end. */
    public static final int UNLIMITED = -1;

    public RepeatedSendSchedule {
        requireNonNull(catchUp, "catchUp");
    }

    public RepeatedSendSchedule withStart(long otherStartMillis) {
        return new RepeatedSendSchedule(
                otherStartMillis, initialDelayMillis, periodMillis, repeatCount, cron, timeZone, catchUp);
    }

    /** Returns the time from the first copy of a series to its last, or {@link SaturatingTime#FOREVER} on overflow. */
    public long seriesDurationMillis() {
        if (repeatCount == UNLIMITED) {
            return SaturatingTime.FOREVER;
        }
        return periodMillis == 0 || repeatCount <= SaturatingTime.FOREVER / periodMillis
                ? repeatCount * periodMillis
                : SaturatingTime.FOREVER;
    }
}
