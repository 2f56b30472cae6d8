package dev.restante.node.rule;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.And;
import com.cronutils.model.field.expression.Between;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.field.expression.On;
import com.cronutils.model.field.value.FieldValue;
import com.cronutils.parser.CronParser;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Five fields of a Unix cron expression, as the sets of minutes, hours, days, months and weekdays that they match.
 * Matches local date-times and knows no time zone. Immutable.
 *
 * <p>The library cron-utils reads the expression. Its search for the next date-time is not used, because its answers
 * near a change of clocks depend on the instant from which they are asked.
 */
final class CronFields {

    /** The rarest date is 29 February. From 2096 to 2104, for instance, eight years pass without one. */
    private static final int HORIZON_YEARS = 8;

    private static final CronDefinition UNIX = CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX);

    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;

    /** From 0 for Sunday; 7 is Sunday, too. */
    private final BitSet weekdays;

    /** True if the expression names both days of the month and weekdays: then a date matches by either. */
    private final boolean eitherDay;

    private CronFields(Cron cron) {
        minutes = values(cron, CronFieldName.MINUTE, 0, 59);
        hours = values(cron, CronFieldName.HOUR, 0, 23);
        days = values(cron, CronFieldName.DAY_OF_MONTH, 1, 31);
        months = values(cron, CronFieldName.MONTH, 1, 12);
        weekdays = values(cron, CronFieldName.DAY_OF_WEEK, 0, 7);
        eitherDay = !isStar(cron, CronFieldName.DAY_OF_MONTH) && !isStar(cron, CronFieldName.DAY_OF_WEEK);
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException if it does not have five fields of Unix
     */
    static CronFields of(String expression) {
        return new CronFields(new CronParser(UNIX).parse(expression));
    }

    private static boolean isStar(Cron cron, CronFieldName name) {
        return cron.retrieve(name).getExpression() instanceof Always;
    }

    private static BitSet values(Cron cron, CronFieldName name, int least, int greatest) {
        BitSet values = new BitSet();
        add(values, cron.retrieve(name).getExpression(), 1, least, greatest);
        return values;
    }

    /** Adds each value of a part of a field, or each {@code step}-th. */
    private static void add(BitSet values, FieldExpression part, int step, int least, int greatest) {
        if (part instanceof And list) {
            list.getExpressions().forEach(each -> add(values, each, step, least, greatest));
        } else if (part instanceof Every every) {
            int period = every.getPeriod().getValue();
            if (every.getExpression() instanceof On from) {
                // Unix knows steps of ranges only. cron-utils also reads 5/10, which begins at 5 and has no end.
                addRange(values, from.getTime().getValue(), greatest, period);
            } else {
                add(values, every.getExpression(), period, least, greatest);
            }
        } else if (part instanceof Between range) {
            addRange(values, number(range.getFrom()), number(range.getTo()), step);
        } else if (part instanceof On one) {
            values.set(one.getTime().getValue());
        } else if (part instanceof Always) {
            addRange(values, least, greatest, step);
        } else {
            throw new IllegalArgumentException("cron expressions of Unix have no '" + part.asString() + "'");
        }
    }

    private static int number(FieldValue<?> value) {
        return Integer.parseInt(String.valueOf(value.getValue()));
    }

    private static void addRange(BitSet values, int from, int to, int step) {
        for (int value = from; value <= to; value += step) {
            values.set(value);
        }
    }

    /** Returns whether the expression matches each of the 24 hours, however it is spelled. */
    boolean matchesEveryHour() {
        return hours.cardinality() == 24;
    }

    /** Returns the first date-time after another that the fields match; null if there is none. */
    @Nullable
    LocalDateTime after(LocalDateTime dateTime) {
        LocalDateTime first = dateTime.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        LocalDate end = first.toLocalDate().plusYears(HORIZON_YEARS).plusMonths(1);
        LocalTime from = first.toLocalTime();
        for (LocalDate date = first.toLocalDate(); date.isBefore(end); date = following(date)) {
            LocalTime time = matches(date) ? atOrAfter(from) : null;
            if (time != null) {
                return date.atTime(time);
            }
            from = LocalTime.MIDNIGHT;
        }
        return null;
    }

    /** Returns the next date that can match. */
    private LocalDate following(LocalDate date) {
        return months.get(date.getMonthValue())
                ? date.plusDays(1)
                : date.withDayOfMonth(1).plusMonths(1);
    }

    private boolean matches(LocalDate date) {
        if (!months.get(date.getMonthValue())) {
            return false;
        }
        boolean day = days.get(date.getDayOfMonth());
        int number = date.getDayOfWeek().getValue();
        boolean weekday = weekdays.get(number) || (number == 7 && weekdays.get(0));
        return eitherDay ? day || weekday : day && weekday;
    }

    /** Returns the first matching time of the day that is not before another; null if there is none. */
    private @Nullable LocalTime atOrAfter(LocalTime from) {
        int hour = hours.nextSetBit(from.getHour());
        int minute = minutes.nextSetBit(hour == from.getHour() ? from.getMinute() : 0);
        if (hour >= 0 && minute < 0) {
            hour = hours.nextSetBit(hour + 1);
            minute = minutes.nextSetBit(0);
        }
        return hour < 0 ? null : LocalTime.of(hour, minute);
    }
}
