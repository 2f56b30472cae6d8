package dev.restante.ra.console;

import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleResponse;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Codec between console requests or responses and maps of JDK types, see {@link dev.restante.ra.RestanteConsole}. */
final class ConsoleMessageCodec {

    private ConsoleMessageCodec() {}

    /**
     * Decodes a request.
     *
     * @throws IllegalArgumentException if a member is missing or has the wrong type
     */
    static ConsoleRequest request(Map<String, Object> message) {
        return new ConsoleRequest(
                required(message, "method", String.class),
                required(message, "base", String.class),
                required(message, "path", String.class),
                required(message, "query", String.class),
                headers(required(message, "headers", Map.class)),
                required(message, "body", InputStream.class),
                new ConsoleRequest.Client(
                        required(message, "address", String.class),
                        Boolean.TRUE.equals(message.get("secure")),
                        user(message)));
    }

    private static <T> T required(Map<String, Object> message, String key, Class<T> type) {
        Object value = message.get(key);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "A request to the console needs '" + key + "' of the type " + type.getName() + ", not "
                            + (value == null ? "null" : value.getClass().getName()));
        }
        return type.cast(value);
    }

    private static Map<String, List<String>> headers(Map<?, ?> given) {
        Map<String, List<String>> headers = new TreeMap<>();
        given.forEach((name, values) -> headers.put(String.valueOf(name), texts("headers", values)));
        return headers;
    }

    private static List<String> texts(String key, @Nullable Object given) {
        if (!(given instanceof Iterable<?> values)) {
            throw new IllegalArgumentException(
                    "A request to the console needs collections of strings in '" + key + "'");
        }
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(String.valueOf(value)));
        return texts;
    }

    /** Returns the authenticated user, or null if there are no rights, not even to view. */
    private static @Nullable ConsoleUser user(Map<String, Object> message) {
        List<String> rights = texts("rights", message.get("rights"));
        return rights.isEmpty()
                ? null
                : new ConsoleUser(
                        required(message, "user", String.class), ConsoleRight.parse(String.join(",", rights)));
    }

    static Map<String, Object> answer(ConsoleResponse response) {
        return Map.of("status", response.status(), "headers", response.headers(), "body", response.body());
    }

    static Map<String, Object> unavailable(String text) {
        return Map.of(
                "status",
                503,
                "headers",
                Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"),
                "body",
                text.getBytes(StandardCharsets.UTF_8));
    }
}
