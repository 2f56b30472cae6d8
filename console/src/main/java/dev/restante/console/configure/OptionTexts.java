package dev.restante.console.configure;

import dev.restante.option.DurationText;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of options as texts, which their options read. */
final class OptionTexts {

    private OptionTexts() {}

    /** Options that have values. */
    @FunctionalInterface
    interface Values {
        /** The value of one. */
        <T> @Nullable T get(QueueOption<T> option);
    }

    /** The texts by the names of the options. */
    static Map<String, String> of(List<QueueOption<?>> table, Values values) {
        Map<String, String> texts = new LinkedHashMap<>();
        table.forEach(option -> texts.put(option.name(), text(option, values)));
        return texts;
    }

    private static <T> String text(QueueOption<T> option, Values values) {
        T value = values.get(option);
        // Exact to the millisecond, as options are kept.
        return value instanceof Duration duration ? DurationText.format(duration) : option.format(value);
    }
}
