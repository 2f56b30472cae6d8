package dev.restante.cli.shell;

import dev.restante.console.json.MessageJson;
import dev.restante.rule.PropertyText;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of property values with their Java type, such as {@code {"type":"long","value":5}}. */
public final class TypedValueParser {

    /** Writer of typed values and bodies, which writes {@code {"type":"null","value":null}} for null. */
    public static final MessageJson WRITER = new MessageJson(true);

    private TypedValueParser() {}

    /**
     * Parses a typed value in JSON.
     *
     * @throws IllegalArgumentException if the JSON is not a typed value
     */
    public static @Nullable Object read(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> map) || !(map.get("type") instanceof String type)) {
            throw new IllegalArgumentException("a value must have the form {\"type\":...,\"value\":...}, not " + json);
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
            throw new IllegalArgumentException("the value " + value + " is not of type " + type);
        }
        return parse(type, value.toString());
    }

    /**
     * Parses the text of a value.
     *
     * @throws IllegalArgumentException if the type is unknown, or the text is no value of it
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
            throw new IllegalArgumentException("'" + text + "' is not a single character");
        }
        return text.charAt(0);
    }
}
