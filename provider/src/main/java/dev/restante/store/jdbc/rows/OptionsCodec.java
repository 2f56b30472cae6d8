package dev.restante.store.jdbc.rows;

import dev.restante.model.DisplayText;
import dev.restante.model.EntityOptions;
import dev.restante.model.InheritedOptions;
import dev.restante.model.InheritedOptions.InheritedValue;
import dev.restante.option.QueueOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stored form of entity options: one {@code key=value} line for each own value, so that an administrator can read the
 * table. An option without a line has no own value, and an empty text means that the entity sets the option to no
 * value. Inherited values are stored in the same form, with {@code key@policy=pattern} before each value.
 *
 * <p>A newer node may write keys that this version does not know. Decoding ignores them and encoding keeps them, so
 * that an old node that alters an entity preserves the configuration of a newer node.
 */
public final class OptionsCodec {

    private static final String POLICY_SUFFIX = "@policy";

    private OptionsCodec() {}

    /**
     * Returns the stored text of the own values.
     *
     * @param previousText the stored text that is replaced, empty for none
     */
    public static String encode(EntityOptions options, String previousText) {
        // Altering an entity repairs an unreadable text, so malformed lines are ignored here.
        Map<String, String> unknown = parse(previousText, line -> {});
        Map<String, String> lines = new LinkedHashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            unknown.remove(option.name());
            if (options.isOwn(option)) {
                lines.put(option.name(), text(option, options.ownValue(option)));
            }
        }
        lines.putAll(unknown);
        return join(lines);
    }

    /** Returns the stored text of the values that an entity inherits; empty for none. */
    public static String encode(InheritedOptions inherited) {
        Map<String, String> lines = new LinkedHashMap<>();
        inherited.values().forEach((option, value) -> {
            lines.put(option.name() + POLICY_SUFFIX, value.policy());
            lines.put(option.name(), text(option, value.value()));
        });
        return join(lines);
    }

    private static <T> String text(QueueOption<T> option, @Nullable Object value) {
        return option.format(value == null ? null : option.type().cast(value));
    }

    private static String join(Map<String, String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) ->
                text.append(key).append('=').append(escape(value)).append('\n'));
        return text.toString();
    }

    /**
     * Returns the options of stored texts.
     *
     * @param ownText the text of the own values
     * @param inheritedText the text of the inherited values
     * @throws IllegalArgumentException if a line is malformed, or a value of an option is unknown to this release.
     *     Defaults in place of a damaged text could end a pause or a protection.
     */
    public static EntityOptions decode(String ownText, String inheritedText) {
        return EntityOptions.of(values(lines(ownText)), decodeInherited(inheritedText));
    }

    private static InheritedOptions decodeInherited(String text) {
        if (text.isEmpty()) {
            return InheritedOptions.NONE;
        }
        Map<String, String> lines = lines(text);
        Map<QueueOption<?>, InheritedValue> inherited = new HashMap<>();
        values(lines)
                .forEach((option, value) -> inherited.put(
                        option, new InheritedValue(value, lines.getOrDefault(option.name() + POLICY_SUFFIX, ""))));
        return new InheritedOptions(inherited);
    }

    private static Map<QueueOption<?>, @Nullable Object> values(Map<String, String> lines) {
        Map<QueueOption<?>, @Nullable Object> values = new HashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            String line = lines.get(option.name());
            if (line != null) {
                values.put(option, value(option, line));
            }
        }
        return values;
    }

    private static Map<String, String> lines(String text) {
        return parse(text, line -> {
            throw new IllegalArgumentException("The options contain the line " + DisplayText.quote(line)
                    + ", which does not begin with an option name and '='");
        });
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
