package dev.restante.console;

import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request to the console, from whatever server.
 *
 * @param method as {@code GET}
 * @param path as it came, not decoded
 * @param query as it came, not decoded; empty for none
 * @param headers by their names, in whatever case
 * @param body read as far as the console wants it; not closed
 * @param remote the address that it comes from
 */
public record ConsoleRequest(
        String method, String path, String query, Map<String, List<String>> headers, InputStream body, String remote) {

    public ConsoleRequest {
        Map<String, List<String>> lowerCase = new TreeMap<>();
        headers.forEach((name, values) -> lowerCase.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = lowerCase;
    }

    /**
     * The first value of a header.
     *
     * @param name in lower case
     */
    Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** The value of a cookie. */
    Optional<String> cookie(String name) {
        return headers.getOrDefault("cookie", List.of()).stream()
                .flatMap(header -> List.of(header.split(";")).stream())
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }
}
