package dev.restante.spring;

import dev.restante.option.QueueOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Option values that the application configures for an entity, as texts, which replace the values of its stored
 * options.
 *
 * @param property the prefix of the entity's properties, such as {@code restante.queues.jobs}
 */
record ConfiguredOptions(String property, Map<String, String> texts) {

    /**
     * Returns the configured options under their official names, for names such as {@code defaultTimeToLive} or
     * {@code default-time-to-live}.
     *
     * @throws StoreConfigurationException if an option does not exist
     */
    static ConfiguredOptions of(String property, List<QueueOption<?>> options, Map<String, String> given) {
        Map<String, String> named = new TreeMap<>();
        given.forEach((option, text) -> named.put(name(property, options, option), text));
        return new ConfiguredOptions(property, named);
    }

    private static String name(String property, List<QueueOption<?>> options, String given) {
        return options.stream()
                .map(QueueOption::name)
                .filter(name -> canonicalName(name).equals(canonicalName(given)))
                .findFirst()
                .orElseThrow(() -> new StoreConfigurationException(
                        "The option " + property + "." + given + " does not exist",
                        "The options are: "
                                + options.stream().map(QueueOption::name).collect(Collectors.joining(", "))));
    }

    /** Returns the form of a name in which Spring Boot compares names. */
    static String canonicalName(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Applies the configured options to the options of an entity.
     *
     * @throws StoreConfigurationException if a value is invalid or contradicts another option
     */
    <O> O applyTo(O before, UnaryOperator<O> configured) {
        try {
            return configured.apply(before);
        } catch (IllegalArgumentException refused) {
            throw new StoreConfigurationException(
                    property + ": " + refused.getMessage(), "Change or remove the option");
        }
    }
}
