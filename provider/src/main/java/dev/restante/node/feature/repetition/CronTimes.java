package dev.restante.node.feature.repetition;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Due times of a cron expression in a time zone (SCH-03). The expression and the zone alone determine the instants, so
 * each query returns consistent results.
 *
 * <p>An expression that matches every hour is due whenever the local time of the zone matches. So it is due twice in an
 * hour that a clock change repeats, and never in an hour that a clock change skips. Any other expression is due once
 * for each matching local time, at the first instant at which the local time is equal or later.
 */
final class CronTimes {

    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final CronFields fields;
    private final ZoneRules zone;

    private CronTimes(CronFields fields, ZoneRules zone) {
        this.fields = fields;
        this.zone = zone;
    }

    /**
     * Parses an expression and the name of its time zone.
     *
     * @throws IllegalArgumentException if the expression does not have five Unix fields
     * @throws DateTimeException if this JVM does not know the time zone
     */
    static CronTimes of(String expression, String timeZone) {
        ZoneId zone = ZoneId.of(timeZone);
        return new CronTimes(CronFields.of(expression), zone.getRules());
    }

    /** Returns the first due time after an instant, in epoch milliseconds; {@link Delivery#NEVER} if none follows. */
    long after(long millis) {
        Instant instant = Instant.ofEpochMilli(millis);
        return fields.matchesEveryHour() ? shownAfter(instant) : reachedAfter(instant);
    }

    /**
     * Returns the first instant after {@code instant} at which the local time matches, for an expression of every hour.
     */
    private long shownAfter(Instant instant) {
        Instant begin = instant;
        ZoneOffset offset = zone.getOffset(begin);
        LocalDateTime after = LocalDateTime.ofInstant(begin, offset);
        for (LocalDateTime next = fields.after(after); next != null; next = fields.after(after)) {
            // Between two clock changes the offset is constant.
            ZoneOffsetTransition change = zone.nextTransition(begin);
            if (change == null || next.isBefore(change.getDateTimeBefore())) {
                return millis(next.toInstant(offset));
            }
            begin = change.getInstant();
            offset = change.getOffsetAfter();
            after = change.getDateTimeAfter().minusNanos(1);
        }
        return Delivery.NEVER;
    }

    /** Returns the first instant after {@code instant} at which local time first reaches a matching time. */
    private long reachedAfter(Instant instant) {
        LocalDateTime shown = LocalDateTime.ofInstant(instant, zone.getOffset(instant));
        // In a repeated hour, local time has already reached the following times once, so the loop skips them.
        for (LocalDateTime next = fields.after(shown); next != null; next = fields.after(next)) {
            Instant reached = reached(next);
            if (reached.isAfter(instant)) {
                return millis(reached);
            }
        }
        return Delivery.NEVER;
    }

    /** Returns the first instant at which the local time is equal to {@code time} or later. */
    private Instant reached(LocalDateTime time) {
        if (zone.getValidOffsets(time).isEmpty()) {
            return requireNonNull(zone.getTransition(time), "transition").getInstant();
        }
        return time.toInstant(zone.getValidOffsets(time).get(0));
    }

    private static long millis(Instant instant) {
        return instant.isAfter(LAST) ? Delivery.NEVER : instant.toEpochMilli();
    }
}
