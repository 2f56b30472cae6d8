package dev.restante.store.jdbc.rows;

import dev.restante.model.DisplayText;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stored form of entity options: one {@code key=value} line for each option, so that an administrator can read the
 * table. A null option has no line, and an option without a line has its default.
 *
 * <p>A newer node may write keys that this version does not know. Decoding ignores them and encoding keeps them, so
 * that an old node that alters an entity preserves the configuration of a newer node.
 */
public final class OptionsCodec {

    private OptionsCodec() {}

    /**
     * Returns the stored text of the options.
     *
     * @param previousText the stored text that is replaced, empty for none
     */
    public static String encode(EntityOptions options, String previousText) {
        // Altering an entity repairs an unreadable text, so malformed lines are ignored here.
        Map<String, String> unknown = parse(previousText, line -> {});
        Map<String, String> lines = new LinkedHashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            unknown.remove(option.name());
            String text = text(options, option);
            if (text != null) {
                lines.put(option.name(), text);
            }
        }
        lines.putAll(unknown);
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) ->
                text.append(key).append('=').append(escape(value)).append('\n'));
        return text.toString();
    }

    private static <T> @Nullable String text(EntityOptions options, QueueOption<T> option) {
        T value = options.configuredValue(option);
        return value == null ? null : option.format(value);
    }

    /**
     * Returns the options of a stored text.
     *
     * @throws IllegalArgumentException if a line is malformed, or a value of an option is unknown to this release.
     *     Defaults in place of a damaged text could end a pause or a protection.
     */
    static EntityOptions decode(String text) {
        Map<String, String> lines = parse(text, line -> {
            throw new IllegalArgumentException("The options contain the line " + DisplayText.quote(line)
                    + ", which does not begin with an option name and '='");
        });
        Map<QueueOption<?>, @Nullable Object> values = new HashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            String line = lines.get(option.name());
            if (line != null) {
                values.put(option, value(option, line));
            }
        }
        return EntityOptions.DEFAULT.with(values);
    }

    private static @Nullable Object value(QueueOption<?> option, String line) {
        try {
            return option.parse(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The value of option " + option.name() + " cannot be read: " + DisplayText.quote(line), e);
        }
    }

    /**
     * Returns the values of a text by their keys.
     *
     * @param malformed the consumer of each line without key and value
     */
    private static Map<String, String> parse(String text, Consumer<String> malformed) {
        Map<String, String> lines = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                lines.put(line.substring(0, equals), unescape(line.substring(equals + 1)));
            } else {
                malformed.accept(line);
            }
        });
        return lines;
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescape(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '\\' && i + 1 < value.length()) {
                i++;
                char escaped = value.charAt(i);
                text.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                text.append(character);
            }
        }
        return text.toString();
    }
}
