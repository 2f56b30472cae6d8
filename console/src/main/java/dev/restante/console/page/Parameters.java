package dev.restante.console.page;

import dev.restante.console.guard.Refusal;
import dev.restante.option.OptionText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, from its address or its form. */
public final class Parameters {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private Parameters() {}

    /**
     * Reads them.
     *
     * @param encoded as a query
     * @throws Refusal for what is not encoded so
     */
    @SuppressWarnings("UnusedException") // which says no more
    public static Parameters parse(String encoded) {
        Parameters parameters = new Parameters();
        if (encoded.isEmpty()) {
            return parameters;
        }
        for (String pair : encoded.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            try {
                parameters
                        .values
                        .computeIfAbsent(decoded(name), unused -> new ArrayList<>())
                        .add(decoded(equals < 0 ? "" : pair.substring(equals + 1)));
            } catch (IllegalArgumentException e) {
                throw Refusal.badRequest("The address or form is not encoded as it has to be.");
            }
        }
        return parameters;
    }

    /** Parameters that are read already. */
    public static Parameters of(Map<String, List<String>> values) {
        Parameters parameters = new Parameters();
        parameters.values.putAll(values);
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The values of all names. */
    public Map<String, List<String>> all() {
        return Collections.unmodifiableMap(values);
    }

    /** True if there is a value. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A value; empty where it is missing. */
    public String text(String name) {
        List<String> all = values.getOrDefault(name, List.of());
        return all.isEmpty() ? "" : all.get(0);
    }

    /** A value; null where it is missing or blank. */
    public @Nullable String textOrNull(String name) {
        String value = text(name);
        return value.isBlank() ? null : value;
    }

    /**
     * A value that must be there.
     *
     * @throws Refusal if it is missing
     */
    public String required(String name) {
        String value = text(name);
        if (value.isEmpty()) {
            throw Refusal.badRequest("The parameter '" + name + "' is missing.");
        }
        return value;
    }

    /**
     * True or false; false where it is missing or blank.
     *
     * @throws Refusal for anything else
     */
    public boolean truth(String name) {
        String value = text(name).strip();
        if (!value.isEmpty() && !value.equals("true") && !value.equals("false")) {
            throw Refusal.badRequest("The parameter '" + name + "' is neither true nor false.");
        }
        return value.equals("true");
    }

    /**
     * A number that must be there.
     *
     * @throws Refusal if it is missing, or no number
     */
    public long number(String name) {
        return parsed(name, required(name));
    }

    /**
     * A number; null where it is missing or blank.
     *
     * @throws Refusal for what is no number
     */
    public @Nullable Long numberOrNull(String name) {
        String value = textOrNull(name);
        return value == null ? null : parsed(name, value.strip());
    }

    /**
     * All numbers of a name.
     *
     * @throws Refusal for what is no number
     */
    public List<Long> numbers(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .map(text -> parsed(name, text))
                .toList();
    }

    @SuppressWarnings("UnusedException") // which says no more
    private static long parsed(String name, String text) {
        try {
            return OptionText.LONG.parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("The parameter '" + name + "' is no number.");
        }
    }
}
