package dev.restante.console.war;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An answer to a request.
 *
 * @param body all of it; {@code HEAD} gets its length only
 */
record Reply(int status, Map<?, ?> headers, byte[] body) {

    /**
     * The answer that the console has given.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Reply of(Map<String, Object> answer) {
        return new Reply(
                given(answer, "status", Integer.class),
                given(answer, "headers", Map.class),
                given(answer, "body", byte[].class));
    }

    private static <T> T given(Map<String, Object> answer, String key, Class<T> type) {
        Object value = answer.get(key);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("The console has answered without '" + key + "'");
        }
        return type.cast(value);
    }

    /** That the console can't answer just now. */
    static Reply unavailable(String text) {
        return text(HttpServletResponse.SC_SERVICE_UNAVAILABLE, text);
    }

    /** An answer of which the console knows nothing. */
    static Reply text(int status, String text) {
        return new Reply(
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
