package dev.restante.console;

import dev.restante.console.page.Page;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answers of the console, with the headers that all of them have. */
final class Responses {

    private Responses() {}

    /** A page. */
    static ConsoleResponse html(Page page, String base, Map<String, String> more) {
        return of(
                page.status(),
                "text/html; charset=utf-8",
                page.html().document(base).getBytes(StandardCharsets.UTF_8),
                more);
    }

    /** A text. */
    static ConsoleResponse plain(int status, String text, Map<String, String> more) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), more);
    }

    /** An answer of any type. */
    static ConsoleResponse of(int status, String type, byte[] body, Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", type);
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
        headers.put("X-Frame-Options", "DENY");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        // With no-referrer, browsers would not say where a form comes from.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        return new ConsoleResponse(status, headers, body);
    }
}
