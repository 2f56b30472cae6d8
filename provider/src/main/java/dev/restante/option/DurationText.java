package dev.restante.option;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A duration as administrators write it: a number with its unit, such as {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h} or {@code 1d}, or the ISO form, such as {@code PT30S}. */
public final class DurationText {

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)");

    private DurationText() {}

    /**
     * The duration that a text says.
     *
     * @throws IllegalArgumentException if it says none; the message begins with the text and says what is expected
     */
    public static Duration parse(String text) {
        Matcher amount = AMOUNT.matcher(text);
        try {
            if (!amount.matches()) {
                return Duration.parse(text);
            }
            long count = Long.parseLong(amount.group(1));
            return switch (amount.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
            };
        } catch (ArithmeticException | DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no duration: write a number with its unit, such as 500ms, 30s, 5m, 2h or 1d,"
                            + " or the ISO form, such as PT30S",
                    e);
        }
    }
}
