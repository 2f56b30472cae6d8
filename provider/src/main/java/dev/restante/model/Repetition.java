package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.option.CatchUp;
import org.jspecify.annotations.Nullable;

/**
 * The repetition of a send: when copies of its message are due (SCH-01). A series of copies begins with the send, or at
 * each instant of a cron expression.
 *
 * @param startMillis when the message was sent, in epoch milliseconds of store time
 * @param leadMillis from the beginning of a series to its first copy, 0 or more
 * @param periodMillis from one copy of a series to the next, above 0 where there is a next one
 * @param repeat how many copies of a series follow the first, 0 or more, or {@link #WITHOUT_END}
 * @param cron at which instants series begin, in the five fields of Unix; null for one series that begins with the send
 * @param timeZone the id of the zone in which the cron expression counts; null without one
 * @param catchUp what becomes of due times that passed while no node was up
 */
public record Repetition(
        long startMillis,
        long leadMillis,
        long periodMillis,
        int repeat,
        @Nullable String cron,
        @Nullable String timeZone,
        CatchUp catchUp) {

    /** The {@link #repeat} of a series that never ends. */
    public static final int WITHOUT_END = -1;

    public Repetition {
        requireNonNull(catchUp, "catchUp");
    }

    /** The same repetition of a message that was sent at another instant. */
    public Repetition startingAt(long otherStartMillis) {
        return new Repetition(otherStartMillis, leadMillis, periodMillis, repeat, cron, timeZone, catchUp);
    }

    /** From the first copy of a series to its last; {@link Spans#FOREVER} if that is longer, or never ends. */
    public long seriesMillis() {
        if (repeat == WITHOUT_END) {
            return Spans.FOREVER;
        }
        return periodMillis == 0 || repeat <= Spans.FOREVER / periodMillis ? repeat * periodMillis : Spans.FOREVER;
    }
}
