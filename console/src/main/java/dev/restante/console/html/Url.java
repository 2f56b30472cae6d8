package dev.restante.console.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An address on this server: a fixed path, and parameters that are encoded. Immutable. */
public final class Url {

    private final String text;

    private Url(String text) {
        this.text = text;
    }

    /**
     * The address of a path.
     *
     * @throws IllegalArgumentException for what does not lead to this server
     */
    public static Url to(String path) {
        if (!path.matches("/[a-z./-]*") || path.startsWith("//")) {
            throw new IllegalArgumentException("not a path of this server: " + path);
        }
        return new Url(path);
    }

    /** A copy with one more parameter. */
    public Url with(String name, String value) {
        return new Url(text + (text.indexOf('?') < 0 ? '?' : '&') + encoded(name) + '=' + encoded(value));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return text;
    }
}
