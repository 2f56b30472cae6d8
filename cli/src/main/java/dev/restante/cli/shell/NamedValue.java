package dev.restante.cli.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A property as it is given to an option: {@code NAME=VALUE} for a string, or {@code NAME:TYPE=VALUE}. */
public record NamedValue(String name, Object value) {

    private static final Pattern FORM = Pattern.compile("([^:=]+)(?::([a-z]+))?=(.*)", Pattern.DOTALL);

    /**
     * From the text that an option was given.
     *
     * @throws CommandFailure if it has another form
     * @throws IllegalArgumentException if there is no such type, or the text is none of its values
     */
    public static NamedValue parse(String option, String text) throws CommandFailure {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw CommandFailure.usage(option + " '" + text + "' is not NAME=VALUE or NAME:TYPE=VALUE");
        }
        String type = parts.group(2) == null ? "string" : parts.group(2);
        return new NamedValue(parts.group(1), TypedValue.parse(type, parts.group(3)));
    }
}
