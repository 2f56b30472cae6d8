package dev.restante.testing;

import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Sample value for each queue option. */
public final class OptionSamples {

    private static final List<String> TEXTS = List.of("elsewhere", "true", "1h", "7", "0.5", "PROPERTY:id");

    /** Options that other options require. */
    public static final EntityOptions BASE = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true);

    private OptionSamples() {}

    /** Returns the text of a value other than the default. */
    public static String text(QueueOption<?> option) {
        Object[] constants = option.type().isEnum() ? option.type().getEnumConstants() : new Object[0];
        return Stream.concat(TEXTS.stream(), Arrays.stream(constants).map(Object::toString))
                .filter(text -> isOther(option, text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no sample of " + option));
    }

    private static boolean isOther(QueueOption<?> option, String text) {
        try {
            return !Objects.equals(option.parse(text), option.defaultValue());
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Returns options with the value of {@link #text}. */
    public static <T> EntityOptions with(QueueOption<T> option) {
        return BASE.with(option, option.parse(text(option)));
    }
}
