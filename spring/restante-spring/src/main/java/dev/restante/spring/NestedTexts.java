package dev.restante.spring;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Parts of a configuration, which are maps of maps, as texts by their names with dots. */
final class NestedTexts {

    private NestedTexts() {}

    /**
     * The texts of a map; none for null.
     *
     * @throws IllegalArgumentException if it is no map
     */
    static Map<String, String> of(@Nullable Object given) {
        Map<String, String> texts = new TreeMap<>();
        maps(given).forEach((name, value) -> {
            if (value instanceof Map<?, ?>) {
                of(value).forEach((part, text) -> texts.put(name + "." + part, text));
            } else {
                texts.put(name, String.valueOf(value));
            }
        });
        return texts;
    }

    /**
     * A map by its names; empty for null.
     *
     * @throws IllegalArgumentException if it is no map
     */
    static Map<String, Object> maps(@Nullable Object given) {
        Map<String, Object> named = new TreeMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((name, value) -> named.put(String.valueOf(name), value == null ? "" : value));
        } else if (given != null && !given.equals("")) {
            throw new IllegalArgumentException("'" + given + "' stands where names and values belong");
        }
        return named;
    }
}
