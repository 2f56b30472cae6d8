package dev.restante;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the values of one type are written.
 *
 * @param parse reads a text; throws {@link IllegalArgumentException} that says what is expected
 * @param format writes what {@code parse} reads
 */
record OptionText<T>(Function<String, T> parse, Function<T, String> format) {

    static final OptionText<String> STRING = new OptionText<>(text -> text, text -> text);
    static final OptionText<Boolean> BOOLEAN = new OptionText<>(OptionText::truth, String::valueOf);
    static final OptionText<Integer> INTEGER = new OptionText<>(OptionText::number, String::valueOf);
    static final OptionText<Duration> DURATION = new OptionText<>(OptionText::duration, Duration::toString);
    static final OptionText<List<String>> LIST =
            new OptionText<>(OptionText::list, entries -> String.join(",", entries));

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)");

    /** A constant by its name, in whatever case. */
    static <E extends Enum<E>> OptionText<E> constant(Class<E> type) {
        return new OptionText<>(
                text -> Stream.of(type.getEnumConstants())
                        .filter(constant -> constant.name().equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'" + text + "' is none of " + Arrays.toString(type.getEnumConstants()))),
                Enum::name);
    }

    private static Boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no whole number, or larger than " + Integer.MAX_VALUE, e);
        }
    }

    private static Duration duration(String text) {
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
        } catch (ArithmeticException | java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no duration: write a number with its unit, such as 500ms, 30s, 5m, 2h or 1d,"
                            + " or the ISO form, such as PT30S",
                    e);
        }
    }

    private static List<String> list(String text) {
        return text.isBlank()
                ? List.of()
                : Stream.of(text.split(",", -1)).map(String::strip).toList();
    }
}
