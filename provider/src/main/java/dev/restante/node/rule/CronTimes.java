package dev.restante.node.rule;

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
 * Due times of a cron expression in a time zone: one fixed set of instants, which the expression and the zone define
 * and no query changes (SCH-03). Pure.
 *
 * <p>An expression that matches every hour is due whenever the clocks of the zone show a time that it matches: twice in
 * an hour that clocks repeat, never in an hour that they skip. Any other expression names times of the day, and each of
 * them is due once: at the first instant at which clocks show it or a later time.
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
     * Reads an expression and the name of its time zone.
     *
     * @throws IllegalArgumentException if the expression does not have the five fields of Unix
     * @throws DateTimeException if this JVM knows no such time zone
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

    /** Returns the first instant after another at which clocks show a time that the fields match. */
    private long shownAfter(Instant instant) {
        Instant begin = instant;
        ZoneOffset offset = zone.getOffset(begin);
        LocalDateTime after = LocalDateTime.ofInstant(begin, offset);
        for (LocalDateTime next = fields.after(after); next != null; next = fields.after(after)) {
            // From one change of clocks to the next, they run evenly.
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

    /** Returns the first instant after another at which clocks reach a time that the fields match. */
    private long reachedAfter(Instant instant) {
        LocalDateTime shown = LocalDateTime.ofInstant(instant, zone.getOffset(instant));
        // In a repeated hour, clocks reached the times that follow in it before, so they are passed over.
        for (LocalDateTime next = fields.after(shown); next != null; next = fields.after(next)) {
            Instant reached = reached(next);
            if (reached.isAfter(instant)) {
                return millis(reached);
            }
        }
        return Delivery.NEVER;
    }

    /** Returns the first instant at which clocks show a time or a later one. */
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
