package dev.restante.node.feature.repetition;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Minutes, hours, days, months and weekdays that a Unix cron expression matches. Matches local date-times and knows no
 * time zone. Immutable.
 *
 * <p>The library cron-utils parses the expression. Its search for the next date-time is not used, because near a clock
 * change its results depend on the instant at which the search starts.
 */
final class CronFields {

    /** Years to search for a match; the rarest date, 29 February, can be eight years away, as from 2096 to 2104. */
    private static final int HORIZON_YEARS = 8;

    /** Plus sign and all non-ASCII characters; cron-utils accepts them as parts of numbers. */
    private static final Pattern FOREIGN = Pattern.compile("[+\\P{ASCII}]");

    private static final CronDefinition UNIX = CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX);

    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;

    /** Weekdays from 0 for Sunday to 6 for Saturday; 7 is also Sunday. */
    private final BitSet weekdays;

    /**
     * True if the expression restricts both days of the month and weekdays; a date then needs to match only one of
     * them.
     */
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
     * Parses an expression.
     *
     * @throws IllegalArgumentException if the expression does not have the five fields of Unix
     */
    static CronFields of(String expression) {
        Matcher foreign = FOREIGN.matcher(expression);
        if (foreign.find()) {
            throw new IllegalArgumentException("Unix cron expressions do not support '" + foreign.group()
                    + "'. Write numbers with the digits 0 to 9 and without a plus sign.");
        }
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

    /** Adds the values of one part of a field, or every {@code step}-th value of a range. */
    private static void add(BitSet values, FieldExpression part, int step, int least, int greatest) {
        if (part instanceof And list) {
            list.getExpressions().forEach(each -> add(values, each, step, least, greatest));
        } else if (part instanceof Every every) {
            int period = every.getPeriod().getValue();
            if (every.getExpression() instanceof On from) {
                // Unix allows steps only after ranges. cron-utils also accepts 5/10, which begins at 5 and has no end.
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
            throw new IllegalArgumentException("Unix cron expressions do not support '" + part.asString() + "'");
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

    /** Returns whether the expression matches each of the 24 hours, in any notation. */
    boolean matchesEveryHour() {
        return hours.cardinality() == 24;
    }

    /** Returns the first matching date-time after {@code dateTime}, or null if none follows. */
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

    /** Returns the first matching time of day at or after {@code from}, or null if none follows. */
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
