package dev.restante.store.jdbc.rows;

import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.option.QueueOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of entity options: one {@code key=value} line each, so that an administrator can read the table. An
 * option that is null is left out, and a key that is missing has its default.
 *
 * <p>Keys that this version does not know, written by a newer node of the same store, are ignored when read and kept
 * when the options are written again: altering an entity on an old node must not undo what a new one configured.
 */
public final class OptionsCodec {

    /** A truth that is stored as one of two words, under a key of its own. */
    private record Words(String key, String whenFalse, String whenTrue) {
        String of(String truth) {
            return Boolean.parseBoolean(truth) ? whenTrue : whenFalse;
        }

        String truth(String word) {
            if (!word.equals(whenTrue) && !word.equals(whenFalse)) {
                throw new IllegalArgumentException("neither " + whenFalse + " nor " + whenTrue);
            }
            return Boolean.toString(word.equals(whenTrue));
        }
    }

    /** All others are stored under their names, as their own texts. */
    private static final Map<QueueOption<?>, Words> WORDS = Map.of(
            QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, new Words("expiry", "ON_TIME", "WHEN_ACTIVE"),
            QueueOption.GROUPS_REQUIRED, new Words("groups", "OPTIONAL", "REQUIRED"));

    private OptionsCodec() {}

    /**
     * @param formerText the stored text that is replaced, empty for none
     */
    public static String encode(EntityOptions options, String formerText) {
        // Altering an entity mends a text that can't be read, so this passes over lines that are no options.
        Map<String, String> unknown = parse(formerText, line -> {});
        Map<String, String> lines = new LinkedHashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            unknown.remove(key(option));
            String text = text(options, option);
            if (text != null) {
                lines.put(key(option), text);
            }
        }
        lines.putAll(unknown);
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) ->
                text.append(key).append('=').append(escape(value)).append('\n'));
        return text.toString();
    }

    private static String key(QueueOption<?> option) {
        Words words = WORDS.get(option);
        return words == null ? option.name() : words.key();
    }

    private static <T> @Nullable String text(EntityOptions options, QueueOption<T> option) {
        T value = options.own(option);
        if (value == null) {
            return null;
        }
        Words words = WORDS.get(option);
        return words == null ? option.format(value) : words.of(option.format(value));
    }

    /**
     * Returns the options of a stored text.
     *
     * @throws IllegalArgumentException if a line is no option, or an option has a value that this release does not
     *     know. Default options in place of a damaged text could end a pause or a protection.
     */
    static EntityOptions decode(String text) {
        Map<String, String> lines = parse(text, line -> {
            throw new IllegalArgumentException("the options have the line " + ShownText.quoted(line)
                    + ", which has no option name with '=' after it");
        });
        Map<QueueOption<?>, @Nullable Object> values = new HashMap<>();
        for (QueueOption<?> option : QueueOption.all()) {
            String line = lines.get(key(option));
            if (line != null) {
                values.put(option, value(option, line));
            }
        }
        return EntityOptions.DEFAULT.with(values);
    }

    private static @Nullable Object value(QueueOption<?> option, String line) {
        try {
            Words words = WORDS.get(option);
            return option.parse(words == null ? line : words.truth(line));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("option " + key(option) + " is " + ShownText.quoted(line), e);
        }
    }

    /**
     * Returns the values of a text by their keys.
     *
     * @param malformed takes each line that has no key and value
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
