package dev.restante.option;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text form of durations: numbers with units, such as {@code 500ms}, {@code 30s}, {@code 1h30m} or {@code 7d}. The ISO
 * form, such as {@code PT30S}, can also be parsed.
 */
public final class DurationText {

    private static final Pattern PARTS = Pattern.compile(
            "(?:(\\d{1,18})d)?(?:(\\d{1,18})h)?(?:(\\d{1,18})m(?!s))?(?:(\\d{1,18})s)?(?:(\\d{1,18})ms)?");

    private DurationText() {}

    /**
     * Returns the duration that a text represents.
     *
     * @throws IllegalArgumentException if the text is not a duration; the message begins with the text and describes
     *     the expected form
     */
    public static Duration parse(String text) {
        Matcher parts = PARTS.matcher(text);
        try {
            if (!text.isEmpty() && parts.matches()) {
                return Duration.ofDays(part(parts, 1))
                        .plusHours(part(parts, 2))
                        .plusMinutes(part(parts, 3))
                        .plusSeconds(part(parts, 4))
                        .plusMillis(part(parts, 5));
            }
            return Duration.parse(text);
        } catch (ArithmeticException | DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration. Write a number with its unit, such as 500ms, 30s, 1h30m or 7d,"
                            + " or the ISO form, such as PT30S",
                    e);
        }
    }

    private static long part(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** Returns the shortest text that represents the duration exactly to the millisecond. */
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            if (duration.toSeconds() == Long.MIN_VALUE) {
                return duration.toString();
            }
            return "-" + format(duration.negated());
        }
        StringBuilder text = new StringBuilder();
        append(text, duration.toDays(), "d");
        append(text, duration.toHoursPart(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }
}
