package dev.restante.cli.shell;

import dev.restante.rule.PropertyAssignment;

/**
 * Property given on the command line as {@code NAME=VALUE} or {@code NAME:TYPE=VALUE}. The type is string if it is
 * omitted.
 */
public record PropertyArgument(String name, Object value) {

    /**
     * Parses an option value.
     *
     * @throws CommandException if the text has another form
     * @throws IllegalArgumentException if the type is unknown, or the text is no value of it
     */
    @SuppressWarnings("UnusedException") // the exception has only a message
    public static PropertyArgument parse(String option, String text) throws CommandException {
        PropertyAssignment parts;
        try {
            parts = PropertyAssignment.parse(text);
        } catch (IllegalArgumentException refused) {
            throw CommandException.usage(option + " " + refused.getMessage());
        }
        return new PropertyArgument(parts.name(), TypedValueParser.parse(parts.type(), parts.valueText()));
    }
}
