package dev.restante.node.rule;

import static java.util.Objects.requireNonNull;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.restante.model.Delivery;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;

/**
 * The instants of a cron expression in the five fields of Unix: minute, hour, day of month, month, day of week; where
 * both days are given, either counts. Pure.
 *
 * <p>Where clocks change, expressions whose hour begins with {@code *} go on in even steps. All others name times of
 * the day: one that is left out when clocks go forward counts as soon as they have, and one that comes twice counts
 * when it comes first (SCH-03).
 */
final class CronTimes {

    private static final CronDefinition FIELDS = CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX);

    private final ExecutionTime execution;
    private final ZoneId zone;
    private final boolean everyHour;

    private CronTimes(Cron cron, ZoneId zone) {
        this.execution = ExecutionTime.forCron(cron);
        this.zone = zone;
        this.everyHour = isStar(cron.retrieve(CronFieldName.HOUR).getExpression());
    }

    /**
     * Those of an expression.
     *
     * @throws IllegalArgumentException if it is none
     * @throws DateTimeException if there is no such time zone
     */
    static CronTimes of(String expression, String timeZone) {
        ZoneId zone = ZoneId.of(timeZone);
        return new CronTimes(new CronParser(FIELDS).parse(expression), zone);
    }

    private static boolean isStar(FieldExpression hour) {
        return hour instanceof Always || (hour instanceof Every every && every.getExpression() instanceof Always);
    }

    /** The first instant after another, in epoch milliseconds; {@link Delivery#NEVER} where none follows. */
    long after(long millis) {
        Instant instant = Instant.ofEpochMilli(millis);
        if (everyHour) {
            return next(instant.atZone(zone)).map(CronTimes::millis).orElse(Delivery.NEVER);
        }
        // On a clock without changes: the times of the day, one after the other.
        Optional<ZonedDateTime> local =
                next(LocalDateTime.ofInstant(instant, zone).atZone(ZoneOffset.UTC));
        while (local.isPresent()) {
            long found = first(local.get().toLocalDateTime()).toEpochMilli();
            if (found > millis) {
                return found;
            }
            local = next(local.get());
        }
        return Delivery.NEVER;
    }

    private Optional<ZonedDateTime> next(ZonedDateTime from) {
        return execution.nextExecution(from);
    }

    private static long millis(ZonedDateTime time) {
        return time.toInstant().toEpochMilli();
    }

    /** The first instant at which clocks show a time, or have passed it. */
    private Instant first(LocalDateTime local) {
        if (zone.getRules().getValidOffsets(local).isEmpty()) {
            ZoneOffsetTransition gap = requireNonNull(zone.getRules().getTransition(local), "transition");
            return gap.getInstant();
        }
        return local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
    }
}
