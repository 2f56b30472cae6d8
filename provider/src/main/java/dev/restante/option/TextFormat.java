package dev.restante.option;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parser and formatter for the text form of values of one type.
 *
 * @param parse the parser, which throws an {@link IllegalArgumentException} that describes the expected text
 * @param format the formatter, whose texts {@code parse} can read
 */
public record TextFormat<T>(Function<String, T> parse, Function<T, String> format) {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?(?:[eE]-?[0-9]+)?");

    /** Unchanged text. */
    public static final TextFormat<String> STRING = new TextFormat<>(text -> text, text -> text);

    /** {@code true} or {@code false}. */
    public static final TextFormat<Boolean> BOOLEAN = new TextFormat<>(TextFormat::truth, String::valueOf);

    /** Decimal digits of 32 bits. */
    public static final TextFormat<Integer> INTEGER = new TextFormat<>(TextFormat::integer, String::valueOf);

    /** Decimal digits of 64 bits. */
    public static final TextFormat<Long> LONG = new TextFormat<>(TextFormat::wide, String::valueOf);

    /** Number with optional fraction. */
    public static final TextFormat<Double> DOUBLE = new TextFormat<>(TextFormat::number, String::valueOf);

    /** Duration, parsed by {@link DurationText} and written in the exact ISO form. */
    public static final TextFormat<Duration> DURATION = new TextFormat<>(DurationText::parse, Duration::toString);

    /** Texts separated by commas. */
    public static final TextFormat<List<String>> COMMA_SEPARATED =
            new TextFormat<>(TextFormat::list, entries -> String.join(",", entries));

    /** Returns the format of the constants of an enumeration: their names, parsed in any case. */
    public static <E extends Enum<E>> TextFormat<E> enumConstant(Class<E> type) {
        return new TextFormat<>(
                text -> Stream.of(type.getEnumConstants())
                        .filter(constant -> constant.name().equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'" + text + "' is not one of " + Arrays.toString(type.getEnumConstants()))),
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
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
        throw new IllegalArgumentException("'" + text + "' is larger than " + Double.MAX_VALUE);
    }

    /**
     * Returns an unparsable empty text unless the text consists of ASCII digits and an optional minus sign, because
     * Java also accepts other digits.
     */
    private static String plain(String text) {
        return WHOLE.matcher(text).matches() ? text : "";
    }

    private static Integer integer(String text) {
        try {
            return Integer.valueOf(plain(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a whole number, or it is larger than " + Integer.MAX_VALUE, e);
        }
    }

    private static Long wide(String text) {
        try {
            return Long.valueOf(plain(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a whole number, or it is larger than " + Long.MAX_VALUE, e);
        }
    }

    private static List<String> list(String text) {
        return text.isBlank()
                ? List.of()
                : Stream.of(text.split(",", -1)).map(String::strip).toList();
    }
}
