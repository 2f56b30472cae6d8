package dev.restante.console;

import java.util.Map;

/**
 * HTTP response of the console, independent of the server.
 *
 * @param status the HTTP status code
 * @param headers the header values by header name
 * @param body the complete body. The response to {@code HEAD} has the body of {@code GET}, which the server leaves out
 */
public record ConsoleResponse(int status, Map<String, String> headers, byte[] body) {
    public ConsoleResponse {
        headers = Map.copyOf(headers);
    }
}
