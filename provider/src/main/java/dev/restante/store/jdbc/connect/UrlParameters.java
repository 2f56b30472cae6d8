package dev.restante.store.jdbc.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A JDBC URL taken apart: parameters that are not the driver's, and the URL without them.
 *
 * @param url the URL for the driver; the very text where there was nothing to take out
 * @param taken the parameters that were taken out, in their order
 * @param others the names of the parameters that stay, in their order
 */
public record UrlParameters(String url, List<Parameter> taken, List<String> others) {

    /**
     * A parameter.
     *
     * @param name without the prefix
     * @param value as it stands there, empty where there is none
     */
    public record Parameter(String name, String value) {}

    public UrlParameters {
        taken = List.copyOf(taken);
        others = List.copyOf(others);
    }

    /**
     * Takes out what begins with a prefix, in whatever case. HSQLDB separates parameters by {@code ;}, other drivers by
     * {@code &} after a {@code ?}.
     */
    public static UrlParameters take(String url, String prefix) {
        boolean hsqldb = UrlText.isHsqldb(url);
        int begin = url.indexOf(hsqldb ? ';' : '?');
        if (begin < 0) {
            return new UrlParameters(url, List.of(), List.of());
        }
        String separator = hsqldb ? ";" : "&";
        List<Parameter> taken = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (String part : url.substring(begin + 1).split(separator, -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                taken.add(new Parameter(name.substring(prefix.length()), equals < 0 ? "" : part.substring(equals + 1)));
            } else {
                others.add(name);
                kept.add(part);
            }
        }
        if (taken.isEmpty()) {
            return new UrlParameters(url, taken, others);
        }
        String head = url.substring(0, begin);
        String rest = kept.isEmpty() ? head : head + url.charAt(begin) + String.join(separator, kept);
        return new UrlParameters(rest, taken, others);
    }
}
