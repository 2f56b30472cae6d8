package dev.restante.cli.shell;

import dev.restante.console.json.MessageParts;
import dev.restante.rule.PropertyText;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a property, or of an entry of a map or stream, with its Java type: {@code {"type":"long","value":5}}.
 */
public final class TypedValue {

    /** How they are written, and what has them: an import takes null for a value, too. */
    public static final MessageParts WRITTEN = new MessageParts(true);

    private TypedValue() {}

    /**
     * From JSON.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static @Nullable Object read(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> map) || !(map.get("type") instanceof String type)) {
            throw new IllegalArgumentException("a value is {\"type\":...,\"value\":...}, not " + json);
        }
        Object value = map.get("value");
        if (type.equals("null")) {
            return null;
        }
        if (value == null) {
            throw new IllegalArgumentException("the value of type " + type + " is missing");
        }
        boolean fits =
                switch (type) {
                    case "boolean" -> value instanceof Boolean || value instanceof String;
                    case "string", "char", "bytes" -> value instanceof String;
                    default -> value instanceof Number || value instanceof String;
                };
        if (!fits) {
            throw new IllegalArgumentException("the value " + value + " is no " + type);
        }
        return parse(type, value.toString());
    }

    /**
     * From a text.
     *
     * @throws IllegalArgumentException if there is no such type, or the text is none of its values
     */
    public static Object parse(String type, String text) {
        return switch (type) {
            case "char" -> letter(text);
            case "bytes" -> Base64.getDecoder().decode(text);
            default -> PropertyText.parse(type, text);
        };
    }

    private static Character letter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("'" + text + "' is not one char");
        }
        return text.charAt(0);
    }
}
