package dev.restante.option;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The text form of values of one type.
 *
 * @param parse reads a text; throws {@link IllegalArgumentException} that says what is expected
 * @param format writes what {@code parse} reads
 */
public record OptionText<T>(Function<String, T> parse, Function<T, String> format) {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?");

    /** Itself. */
    public static final OptionText<String> STRING = new OptionText<>(text -> text, text -> text);

    /** {@code true} or {@code false}. */
    public static final OptionText<Boolean> BOOLEAN = new OptionText<>(OptionText::truth, String::valueOf);

    /** Decimal digits. */
    public static final OptionText<Integer> INTEGER = new OptionText<>(OptionText::integer, String::valueOf);

    /** The same, of 64 bits. */
    public static final OptionText<Long> LONG = new OptionText<>(OptionText::wide, String::valueOf);

    /** A number with or without a fraction. */
    public static final OptionText<Double> NUMBER = new OptionText<>(OptionText::number, String::valueOf);

    /** As {@link DurationText} reads it; written in the ISO form, which is exact. */
    public static final OptionText<Duration> DURATION = new OptionText<>(DurationText::parse, Duration::toString);

    /** Separated by commas. */
    public static final OptionText<List<String>> LIST =
            new OptionText<>(OptionText::list, entries -> String.join(",", entries));

    /** A constant by its name, in whatever case. */
    public static <E extends Enum<E>> OptionText<E> constant(Class<E> type) {
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

    private static Double number(String text) {
        try {
            Double number = Double.valueOf(DECIMAL.matcher(text).matches() ? text : "");
            if (!number.isInfinite()) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number", e);
        }
        throw new IllegalArgumentException("'" + text + "' is larger than " + Double.MAX_VALUE);
    }

    /** An empty text in place of digits of other scripts and a plus sign, which Java takes for numbers, too. */
    private static String plain(String text) {
        return WHOLE.matcher(text).matches() ? text : "";
    }

    private static Integer integer(String text) {
        try {
            return Integer.valueOf(plain(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no whole number, or larger than " + Integer.MAX_VALUE, e);
        }
    }

    private static Long wide(String text) {
        try {
            return Long.valueOf(plain(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no whole number, or larger than " + Long.MAX_VALUE, e);
        }
    }

    private static List<String> list(String text) {
        return text.isBlank()
                ? List.of()
                : Stream.of(text.split(",", -1)).map(String::strip).toList();
    }
}
