package dev.restante.console.page;

import dev.restante.console.guard.RequestRejectedException;
import dev.restante.option.TextFormat;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameters of a request, from its query string, form or JSON object. */
public final class RequestParameters {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private RequestParameters() {}

    /**
     * Parses URL-encoded parameters.
     *
     * @throws RequestRejectedException if the encoding is invalid
     */
    @SuppressWarnings("UnusedException") // adds no information
    public static RequestParameters parse(String encoded) {
        RequestParameters parameters = new RequestParameters();
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
                throw RequestRejectedException.badRequest("The address or the form has an invalid encoding.");
            }
        }
        return parameters;
    }

    public static RequestParameters of(Map<String, List<String>> values) {
        RequestParameters parameters = new RequestParameters();
        parameters.values.putAll(values);
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    public Map<String, List<String>> all() {
        return Collections.unmodifiableMap(values);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the first value of a parameter, or an empty text if the parameter is missing. */
    public String text(String name) {
        List<String> all = values.getOrDefault(name, List.of());
        return all.isEmpty() ? "" : all.get(0);
    }

    /** Returns the first value of a parameter, or null if the value is missing or blank. */
    public @Nullable String textOrNull(String name) {
        String value = text(name);
        return value.isBlank() ? null : value;
    }

    /**
     * Returns the required value.
     *
     * @throws RequestRejectedException if the value is missing or empty
     */
    public String required(String name) {
        String value = text(name);
        if (value.isEmpty()) {
            throw RequestRejectedException.badRequest("The parameter '" + name + "' is missing.");
        }
        return value;
    }

    /**
     * Returns a boolean parameter, or false if the value is missing or blank.
     *
     * @throws RequestRejectedException if the value is neither {@code true} nor {@code false}
     */
    public boolean truth(String name) {
        String value = text(name).strip();
        if (!value.isEmpty() && !value.equals("true") && !value.equals("false")) {
            throw RequestRejectedException.badRequest("The parameter '" + name + "' must be true or false.");
        }
        return value.equals("true");
    }

    /**
     * Returns a number.
     *
     * @throws RequestRejectedException if the value is missing or is no number
     */
    public long number(String name) {
        return parsed(name, required(name));
    }

    /**
     * Returns a number, or null if the value is missing or blank.
     *
     * @throws RequestRejectedException if the value is no number
     */
    public @Nullable Long numberOrNull(String name) {
        String value = textOrNull(name);
        return value == null ? null : parsed(name, value.strip());
    }

    public List<Long> numbers(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .map(text -> parsed(name, text))
                .toList();
    }

    @SuppressWarnings("UnusedException") // adds no information
    private static long parsed(String name, String text) {
        try {
            return TextFormat.LONG.parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw RequestRejectedException.badRequest("The parameter '" + name + "' is not a number.");
        }
    }
}
