package dev.restante.cli.shell;

import dev.restante.rule.NamedText;

/** A property as it is given to an option: {@code NAME=VALUE} for a string, or {@code NAME:TYPE=VALUE}. */
public record NamedValue(String name, Object value) {

    /**
     * From the text that an option was given.
     *
     * @throws CommandFailure if it has another form
     * @throws IllegalArgumentException if there is no such type, or the text is none of its values
     */
    @SuppressWarnings("UnusedException") // whose text is all that it has
    public static NamedValue parse(String option, String text) throws CommandFailure {
        NamedText parts;
        try {
            parts = NamedText.parse(text);
        } catch (IllegalArgumentException refused) {
            throw CommandFailure.usage(option + " " + refused.getMessage());
        }
        return new NamedValue(parts.name(), TypedValue.parse(parts.type(), parts.text()));
    }
}
