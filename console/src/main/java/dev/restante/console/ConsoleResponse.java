package dev.restante.console;

import java.util.Map;

/**
 * An answer of the console.
 *
 * @param status of HTTP
 * @param headers by name
 * @param body all of it; for {@code HEAD}, what {@code GET} would have got: the server leaves it out
 */
public record ConsoleResponse(int status, Map<String, String> headers, byte[] body) {
    public ConsoleResponse {
        headers = Map.copyOf(headers);
    }
}
