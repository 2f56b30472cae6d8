package dev.restante.cli.migrate;

import org.jspecify.annotations.Nullable;

/** Check of names and selectors before they become arguments of commands. */
final class EntityNames {

    private static final int MAX_LENGTH = 255;

    private EntityNames() {}

    /** Returns the reason why a name cannot be that of a queue or topic, with a remedy; null for a valid name. */
    static @Nullable String violation(String name) {
        if (name.isBlank() || name.length() > MAX_LENGTH) {
            return "a name in Restante has 1 to " + MAX_LENGTH + " characters. Choose another name.";
        }
        if (name.startsWith("$") || name.contains("/Subscriptions/") || name.contains("/$DeadLetterQueue")) {
            return "a name in Restante does not begin with '$', and does not contain '/Subscriptions/' or"
                    + " '/$DeadLetterQueue'. Choose another name.";
        }
        if (name.startsWith("-") || name.chars().anyMatch(Character::isISOControl)) {
            return "commands cannot take a name that begins with '-' or has control characters. Choose another name.";
        }
        return null;
    }

    /** Returns the reason why a filter cannot be a selector, with a remedy; null for a possible selector. */
    static @Nullable String selectorViolation(String filter) {
        String withoutTexts = filter.replaceAll("'[^']*'", "''");
        if (withoutTexts.matches("(?s).*\\b(?:AMQAddress|AMQExpiration|AMQSize)\\b.*")) {
            return "messages of Restante do not have the values AMQAddress, AMQExpiration and AMQSize. Let the sender"
                    + " set a property, and select by it.";
        }
        if (withoutTexts.matches("(?s)\\s*XPATH\\b.*")) {
            return "selectors of Restante have no XPath. Let the sender set a property, and select by it.";
        }
        return null;
    }
}
