package dev.restante.cli.migrate;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of properties such as {@code ${name}} or {@code ${name:default}}, which start options of Artemis set. */
final class PropertyValues {

    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}:]*)(?::([^}]*))?}");

    private final Map<String, String> values;
    private final Set<String> used = new HashSet<>();

    PropertyValues(Map<String, String> values) {
        this.values = values;
    }

    /** Replaces the properties in a text by their values or defaults. Properties without a value stay. */
    String substitute(String text) {
        return PROPERTY.matcher(text).replaceAll(property -> Matcher.quoteReplacement(value(property)));
    }

    private String value(MatchResult property) {
        String name = property.group(1).strip();
        used.add(name);
        String fallback = property.group(2);
        return values.getOrDefault(name, fallback == null ? property.group() : fallback.strip());
    }

    /** Returns the name of the first property in a text, which has no value if it was not replaced. */
    static Optional<String> first(String text) {
        Matcher property = PROPERTY.matcher(text);
        return property.find() ? Optional.of(property.group(1).strip()) : Optional.empty();
    }

    /** Returns a given property that does not occur in the file. */
    Optional<String> unused() {
        return values.keySet().stream().filter(name -> !used.contains(name)).findFirst();
    }
}
