package dev.restante.console.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** URL on this server: a fixed path with encoded query parameters. Immutable. */
public final class LocalUrl {

    private final String text;

    private LocalUrl(String text) {
        this.text = text;
    }

    /**
     * Returns a URL.
     *
     * @throws IllegalArgumentException if the path could lead to another server
     */
    public static LocalUrl to(String path) {
        if (!path.matches("/[a-z./-]*") || path.startsWith("//")) {
            throw new IllegalArgumentException("The path does not belong to this server: " + path);
        }
        return new LocalUrl(path);
    }

    /** Returns a copy with an additional query parameter. */
    public LocalUrl with(String name, String value) {
        return new LocalUrl(text + (text.indexOf('?') < 0 ? '?' : '&') + encoded(name) + '=' + encoded(value));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text;
    }
}
