package dev.restante.console.configure;

import dev.restante.option.DurationText;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Formatter of option values as texts that their options can parse. */
final class OptionValueFormatter {

    private OptionValueFormatter() {}

    @FunctionalInterface
    interface OptionValues {
        <T> @Nullable T get(QueueOption<T> option);
    }

    static Map<String, String> of(List<QueueOption<?>> table, OptionValues values) {
        Map<String, String> texts = new LinkedHashMap<>();
        table.forEach(option -> texts.put(option.name(), text(option, values)));
        return texts;
    }

    /** Returns where the values come from, by option name. */
    static Map<String, String> originsOf(List<QueueOption<?>> table, Function<QueueOption<?>, OptionOrigin> originOf) {
        Map<String, String> texts = new LinkedHashMap<>();
        table.forEach(option -> texts.put(option.name(), originOf.apply(option).toString()));
        return texts;
    }

    private static <T> String text(QueueOption<T> option, OptionValues values) {
        T value = values.get(option);
        // Stored options have a precision of one millisecond, which this format keeps.
        return value instanceof Duration duration ? DurationText.format(duration) : option.format(value);
    }
}
