package dev.restante.option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Allowed values of an option, with their text form and range description.
 *
 * @param textFormat the parser and formatter for programs
 * @param displayFormat the formatter for display
 * @param description the range for display; empty if the type describes it completely
 * @param violation a function that returns why a value is not allowed, or null for an allowed value
 */
record ValueRange<T>(
        Class<T> type,
        TextFormat<T> textFormat,
        Function<T, String> displayFormat,
        String description,
        Function<T, @Nullable String> violation) {

    static ValueRange<Duration> durations(Duration least, @Nullable Duration most) {
        return between(Duration.class, TextFormat.DURATION, DurationText::format, least, most);
    }

    static ValueRange<Integer> integers(int least) {
        return between(
                Integer.class, TextFormat.INTEGER, number -> String.format(Locale.ROOT, "%,d", number), least, null);
    }

    static ValueRange<Double> numbers(double least, @Nullable Double most) {
        return between(
                Double.class,
                TextFormat.DOUBLE,
                number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString(),
                least,
                most);
    }

    static ValueRange<Boolean> booleans() {
        return new ValueRange<>(Boolean.class, TextFormat.BOOLEAN, String::valueOf, "", value -> null);
    }

    static ValueRange<String> entityNames(String kind) {
        return new ValueRange<>(String.class, TextFormat.STRING, text -> text, "the name of a " + kind, value -> null);
    }

    /** Returns the range of texts of one line that every database can store. */
    static ValueRange<String> texts(int most) {
        String limit = String.format(Locale.ROOT, "%,d characters", most);
        return new ValueRange<>(
                String.class,
                TextFormat.STRING,
                text -> text,
                "a text of up to " + limit,
                text -> text.length() > most
                        ? "has more than " + limit
                        : text.codePoints().anyMatch(ValueRange::isNotDisplayable)
                                ? "contains a control character or an unpaired surrogate"
                                : null);
    }

    private static boolean isNotDisplayable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            default -> false;
        };
    }

    static <E extends Enum<E>> ValueRange<E> constants(Class<E> type) {
        String names = Stream.of(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
        return new ValueRange<>(type, TextFormat.enumConstant(type), Enum::name, names, value -> null);
    }

    static ValueRange<DuplicateIdSource> duplicateIdSources() {
        return new ValueRange<>(
                DuplicateIdSource.class,
                DuplicateIdSource.TEXT_FORMAT,
                DuplicateIdSource::toString,
                "DUPLICATE_ID, CORRELATION_ID, PROPERTY:name, BODY, CONTENT",
                value -> null);
    }

    private static <C extends Comparable<? super C>> ValueRange<C> between(
            Class<C> type, TextFormat<C> textFormat, Function<C, String> displayFormat, C least, @Nullable C most) {
        String description =
                displayFormat.apply(least) + (most == null ? " or more" : " to " + displayFormat.apply(most));
        String refusal = most == null ? "is less than " + displayFormat.apply(least) : "is not within " + description;
        return new ValueRange<>(
                type,
                textFormat,
                displayFormat,
                description,
                value -> value.compareTo(least) < 0 || (most != null && value.compareTo(most) > 0) ? refusal : null);
    }
}
