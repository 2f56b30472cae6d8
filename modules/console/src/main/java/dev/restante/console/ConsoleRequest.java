package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP request to the console, independent of the server.
 *
 * @param method the HTTP method, for example {@code GET}
 * @param basePath the path of the console on its server, for example {@code /restante}, without a slash at the end.
 *     Empty if the console is at the root. The URLs of all pages begin with it
 * @param path the request path with the base path, still percent-encoded
 * @param query the query string, still percent-encoded; empty if the request has none
 * @param headers the header values by header name, in any case
 * @param body the request body, which the console reads as far as it needs and does not close
 * @param client the sender of the request
 */
public record ConsoleRequest(
        String method,
        String basePath,
        String path,
        String query,
        Map<String, List<String>> headers,
        InputStream body,
        Client client) {

    private static final Pattern BASE = Pattern.compile("(/([A-Za-z0-9._~!$+@:-]|%[0-9A-Fa-f]{2})+)*");

    /**
     * Sender of a request.
     *
     * @param address the network address of the sender
     * @param secure true if the request came over an encrypted connection, as far as the server knows
     * @param user the user that the server or the application has authenticated; null if the console authenticates the
     *     user. The console trusts this user and all its rights
     */
    public record Client(String address, boolean secure, @Nullable ConsoleUser user) {}

    /**
     * Creates a request.
     *
     * @throws IllegalArgumentException if the base path is invalid, see {@link #validateBasePath}
     */
    public ConsoleRequest {
        validateBasePath(basePath);
        Map<String, List<String>> lowerCase = new TreeMap<>();
        headers.forEach((name, values) -> lowerCase.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = lowerCase;
    }

    /**
     * Checks the base path of a console. A valid path is empty or begins with a slash and does not end with one.
     *
     * @throws IllegalArgumentException if the path is invalid
     */
    public static void validateBasePath(String basePath) {
        if (!BASE.matcher(basePath).matches()) {
            throw new IllegalArgumentException(
                    "'" + basePath + "' is not a valid path of the console. Use a path such as /restante.");
        }
    }

    /**
     * Returns whether the request came over an encrypted connection, to the server or to a proxy in front of it.
     *
     * <p>A client can forge the proxy's header without gain: its browser then does not return the secure cookie.
     */
    boolean secure() {
        return client.secure()
                || header("x-forwarded-proto").filter("https"::equalsIgnoreCase).isPresent();
    }

    /** Returns the path below the base path, or empty if the path is not below the base path. */
    Optional<String> pathBelowBase() {
        return path.startsWith(basePath + "/") ? Optional.of(path.substring(basePath.length())) : Optional.empty();
    }

    /**
     * Returns the first value of a header.
     *
     * @param name the header name in lower case
     */
    Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    Optional<String> cookie(String name) {
        return headers.getOrDefault("cookie", List.of()).stream()
                .flatMap(header -> List.of(header.split(";")).stream())
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }
}
