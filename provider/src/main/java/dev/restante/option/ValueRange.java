package dev.restante.option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values that an option can have.
 *
 * @param text how programs read and write them
 * @param shown how people read them
 * @param said the range for people, empty where the type says it all
 * @param refusal why a value is outside, null if it is within
 */
record ValueRange<T>(
        Class<T> type,
        OptionText<T> text,
        Function<T, String> shown,
        String said,
        Function<T, @Nullable String> refusal) {

    static ValueRange<Duration> durations(Duration least, @Nullable Duration most) {
        return between(Duration.class, OptionText.DURATION, DurationText::format, least, most);
    }

    static ValueRange<Integer> integers(int least) {
        return between(
                Integer.class, OptionText.INTEGER, number -> String.format(Locale.ROOT, "%,d", number), least, null);
    }

    static ValueRange<Double> numbers(double least, @Nullable Double most) {
        return between(
                Double.class,
                OptionText.NUMBER,
                number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString(),
                least,
                most);
    }

    static ValueRange<Boolean> truth() {
        return new ValueRange<>(Boolean.class, OptionText.BOOLEAN, String::valueOf, "", value -> null);
    }

    static ValueRange<String> names(String of) {
        return new ValueRange<>(String.class, OptionText.STRING, text -> text, "the name of a " + of, value -> null);
    }

    static <E extends Enum<E>> ValueRange<E> constants(Class<E> type) {
        String names = Stream.of(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
        return new ValueRange<>(type, OptionText.constant(type), Enum::name, names, value -> null);
    }

    static ValueRange<DuplicateIdSource> duplicateIdSources() {
        return new ValueRange<>(
                DuplicateIdSource.class,
                DuplicateIdSource.TEXT,
                DuplicateIdSource::toString,
                "DUPLICATE_ID, CORRELATION_ID, PROPERTY:name, BODY, CONTENT",
                value -> null);
    }

    private static <C extends Comparable<? super C>> ValueRange<C> between(
            Class<C> type, OptionText<C> text, Function<C, String> shown, C least, @Nullable C most) {
        String said = shown.apply(least) + (most == null ? " or more" : " to " + shown.apply(most));
        String refusal = most == null ? "is less than " + shown.apply(least) : "is not within " + said;
        return new ValueRange<>(
                type,
                text,
                shown,
                said,
                value -> value.compareTo(least) < 0 || (most != null && value.compareTo(most) > 0) ? refusal : null);
    }
}
