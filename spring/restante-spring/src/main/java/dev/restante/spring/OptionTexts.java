package dev.restante.spring;

import dev.restante.option.QueueOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The options that are configured for an entity, as texts by their names.
 *
 * @param property what begins the names of its properties, as in {@code restante.queues.jobs}
 */
record OptionTexts(String property, Map<String, String> texts) {

    /**
     * Options by the names that they may have in a configuration, {@code defaultTimeToLive} or
     * {@code default-time-to-live}.
     *
     * @param options those that there are
     * @throws StoreRefusedException for another one
     */
    static OptionTexts of(String property, List<QueueOption<?>> options, Map<String, String> given) {
        Map<String, String> named = new TreeMap<>();
        given.forEach((option, text) -> named.put(name(property, options, option), text));
        return new OptionTexts(property, named);
    }

    private static String name(String property, List<QueueOption<?>> options, String given) {
        return options.stream()
                .map(QueueOption::name)
                .filter(name -> plain(name).equals(plain(given)))
                .findFirst()
                .orElseThrow(() -> new StoreRefusedException(
                        property + "." + given + ": there is no such option",
                        "There are: " + options.stream().map(QueueOption::name).collect(Collectors.joining(", "))));
    }

    /** A name as Spring Boot compares it. */
    static String plain(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /**
     * The options of an entity with those that are configured.
     *
     * @throws StoreRefusedException for a value that there is not, or that does not go with the others
     */
    <O> O applied(O before, UnaryOperator<O> configured) {
        try {
            return configured.apply(before);
        } catch (IllegalArgumentException refused) {
            throw new StoreRefusedException(property + ": " + refused.getMessage(), "Change or remove that option");
        }
    }
}
