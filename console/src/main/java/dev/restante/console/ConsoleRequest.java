package dev.restante.console;

import dev.restante.console.guard.User;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to the console, from whatever server.
 *
 * @param method as {@code GET}
 * @param base the path under which the console is, as {@code /restante}: without a slash at its end, empty for all of a
 *     server. Addresses of its pages begin so
 * @param path as it came, not decoded, with the base
 * @param query as it came, not decoded; empty for none
 * @param headers by their names, in whatever case
 * @param body read as far as the console wants it; not closed
 * @param sender who it is from
 */
public record ConsoleRequest(
        String method,
        String base,
        String path,
        String query,
        Map<String, List<String>> headers,
        InputStream body,
        Sender sender) {

    private static final Pattern BASE = Pattern.compile("(/([A-Za-z0-9._~!$+@:-]|%[0-9A-Fa-f]{2})+)*");

    /**
     * The sender of a request.
     *
     * @param address that it comes from
     * @param secure whether it came encrypted, as far as the server knows
     * @param user whom the server or the application has authenticated; null where the console has to do that. It is
     *     trusted, with all its rights
     */
    public record Sender(String address, boolean secure, @Nullable User user) {}

    /**
     * A request.
     *
     * @throws IllegalArgumentException for a base that is none
     */
    public ConsoleRequest {
        checkBase(base);
        Map<String, List<String>> lowerCase = new TreeMap<>();
        headers.forEach((name, values) -> lowerCase.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = lowerCase;
    }

    /**
     * Checks a path under which a console is to be.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static void checkBase(String base) {
        if (!BASE.matcher(base).matches()) {
            throw new IllegalArgumentException("'" + base + "' is no path for the console, as /restante is");
        }
    }

    /**
     * True if it came encrypted, to the server or to a proxy before it. Anybody can say that, and nobody gains by it:
     * who says so wrongly has a cookie that his browser does not send back.
     */
    boolean secure() {
        return sender.secure()
                || header("x-forwarded-proto").filter("https"::equalsIgnoreCase).isPresent();
    }

    /** The path without the base; empty if it is not below that. */
    Optional<String> inner() {
        return path.startsWith(base + "/") ? Optional.of(path.substring(base.length())) : Optional.empty();
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
