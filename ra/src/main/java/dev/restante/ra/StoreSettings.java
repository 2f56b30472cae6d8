package dev.restante.ra;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a store is and how it is used.
 *
 * @param url JDBC URL; null for the store in the server's directory
 * @param options further options of the connection factory, by name
 */
record StoreSettings(
        @Nullable String url, @Nullable String user, @Nullable String password, Map<String, String> options) {

    StoreSettings {
        options = Map.copyOf(options);
    }

    /**
     * Options from {@code name=value;name=value}.
     *
     * @throws IllegalArgumentException if a part has no name or no value
     */
    static Map<String, String> parse(@Nullable String text) {
        Map<String, String> parsed = new LinkedHashMap<>();
        if (text == null) {
            return parsed;
        }
        for (String part : text.split(";")) {
            if (part.isBlank()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "options: '" + part.strip() + "' is not name=value; separate options with semicolons");
            }
            parsed.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        return parsed;
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return "StoreSettings[user=" + user + ", options=" + options.keySet() + "]";
    }
}
