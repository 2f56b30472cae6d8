package dev.restante.console;

import dev.restante.console.page.HtmlPage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Factory of responses with the security headers that all of them have. */
final class ResponseFactory {

    private ResponseFactory() {}

    static ConsoleResponse html(HtmlPage page, String base) {
        return of(
                page.status(),
                "text/html; charset=utf-8",
                page.html().document(base).getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    static ConsoleResponse plain(int status, String text, Map<String, String> extraHeaders) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), extraHeaders);
    }

    static ConsoleResponse of(int status, String type, byte[] body, Map<String, String> extraHeaders) {
        Map<String, String> headers = new LinkedHashMap<>(extraHeaders);
        headers.put("Content-Type", type);
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
        headers.put("X-Frame-Options", "DENY");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        // With no-referrer, browsers would not send the origin of a form.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        return new ConsoleResponse(status, headers, body);
    }

    /** Returns a copy of a response with an additional header. */
    static ConsoleResponse with(ConsoleResponse response, String name, String value) {
        Map<String, String> headers = new LinkedHashMap<>(response.headers());
        headers.put(name, value);
        return new ConsoleResponse(response.status(), headers, response.body());
    }
}
