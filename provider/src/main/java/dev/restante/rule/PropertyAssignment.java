package dev.restante.rule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text form of a property with its value: {@code NAME=VALUE} for a string, otherwise {@code NAME:TYPE=VALUE}.
 *
 * @param type the type, as in {@link PropertyText#parse}
 */
public record PropertyAssignment(String name, String type, String valueText) {

    private static final Pattern FORM = Pattern.compile("([^:=]+)(?::([a-z]+))?=(.*)", Pattern.DOTALL);
    private static final String STRING = "string";

    /**
     * Returns the parts of a text.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static PropertyAssignment parse(String assignment) {
        Matcher parts = FORM.matcher(assignment);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + assignment + "' does not have the form NAME=VALUE or NAME:TYPE=VALUE");
        }
        return new PropertyAssignment(parts.group(1), parts.group(2) == null ? STRING : parts.group(2), parts.group(3));
    }

    /** Returns the text form of a property. */
    public static PropertyAssignment of(String name, Object value) {
        return new PropertyAssignment(name, PropertyText.typeOf(value), value.toString());
    }

    /**
     * Returns the value of the property.
     *
     * @throws IllegalArgumentException if the type is unknown, or the text is not a value of the type
     */
    public Object value() {
        return PropertyText.parse(type, valueText);
    }

    /** Returns the text in the form that {@link #parse} reads. */
    @Override
    public String toString() {
        return name + (type.equals(STRING) ? "" : ":" + type) + "=" + valueText;
    }
}
