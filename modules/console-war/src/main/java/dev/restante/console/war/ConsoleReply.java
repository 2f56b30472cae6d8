package dev.restante.console.war;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * HTTP response of the console in the resource adapter, passed as a map because the archives have different class
 * loaders.
 *
 * @param body the whole body, of which a {@code HEAD} request gets only the length
 */
record ConsoleReply(int status, Map<?, ?> headers, byte[] body) {

    /**
     * Converts the map that the console returned.
     *
     * @throws IllegalArgumentException if a member of the map is missing
     */
    static ConsoleReply fromMap(Map<String, Object> answer) {
        return new ConsoleReply(
                required(answer, "status", Integer.class),
                required(answer, "headers", Map.class),
                required(answer, "body", byte[].class));
    }

    private static <T> T required(Map<String, Object> answer, String key, Class<T> type) {
        Object value = answer.get(key);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("The answer of the console has no '" + key + "'");
        }
        return type.cast(value);
    }

    /** Returns a response that says that the console is temporarily unavailable. */
    static ConsoleReply unavailable(String text) {
        return text(HttpServletResponse.SC_SERVICE_UNAVAILABLE, text);
    }

    /** Returns a response that this application creates without the console. */
    static ConsoleReply text(int status, String text) {
        return new ConsoleReply(
                status,
                Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"),
                text.getBytes(StandardCharsets.UTF_8));
    }

    void write(HttpServletResponse response, boolean withBody) throws IOException {
        response.setStatus(status);
        headers.forEach((name, value) -> response.setHeader(String.valueOf(name), String.valueOf(value)));
        response.setContentLength(body.length);
        if (withBody) {
            response.getOutputStream().write(body);
        }
    }
}
