package dev.restante.rule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a property with its name, as people write it: {@code NAME=VALUE} for a string, else
 * {@code NAME:TYPE=VALUE}.
 *
 * @param type as in {@link PropertyText#parse}
 */
public record NamedText(String name, String type, String text) {

    private static final Pattern FORM = Pattern.compile("([^:=]+)(?::([a-z]+))?=(.*)", Pattern.DOTALL);
    private static final String STRING = "string";

    /**
     * Its parts.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static NamedText parse(String written) {
        Matcher parts = FORM.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + written + "' is not NAME=VALUE or NAME:TYPE=VALUE");
        }
        return new NamedText(parts.group(1), parts.group(2) == null ? STRING : parts.group(2), parts.group(3));
    }

    /** The text of a property's value. */
    public static NamedText of(String name, Object value) {
        return new NamedText(name, PropertyText.typeOf(value), value.toString());
    }

    /**
     * The value.
     *
     * @throws IllegalArgumentException if there is no such type, or the text is none of its values
     */
    public Object value() {
        return PropertyText.parse(type, text);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return name + (type.equals(STRING) ? "" : ":" + type) + "=" + text;
    }
}
