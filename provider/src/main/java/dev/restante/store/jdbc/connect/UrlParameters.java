package dev.restante.store.jdbc.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * JDBC URL split into the parameters whose names have a given prefix, such as Restante's, and the remaining URL for the
 * driver.
 *
 * @param url URL for the driver, unchanged if no parameter was extracted
 * @param extracted extracted parameters in order
 * @param remainingNames remaining names in order
 */
public record UrlParameters(String url, List<Parameter> extracted, List<String> remainingNames) {

    /**
     * Name and value of a URL parameter.
     *
     * @param name name without the prefix
     * @param value raw value, may be empty
     */
    public record Parameter(String name, String value) {}

    public UrlParameters {
        extracted = List.copyOf(extracted);
        remainingNames = List.copyOf(remainingNames);
    }

    /**
     * Extracts the parameters with a prefix, ignoring case. HSQLDB separates parameters by {@code ;}, other drivers by
     * {@code &} after a {@code ?}.
     */
    public static UrlParameters extract(String url, String prefix) {
        boolean hsqldb = JdbcUrls.isHsqldb(url);
        int begin = url.indexOf(hsqldb ? ';' : '?');
        if (begin < 0) {
            return new UrlParameters(url, List.of(), List.of());
        }
        String separator = hsqldb ? ";" : "&";
        List<Parameter> extracted = new ArrayList<>();
        List<String> remainingNames = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        for (String part : url.substring(begin + 1).split(separator, -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                extracted.add(
                        new Parameter(name.substring(prefix.length()), equals < 0 ? "" : part.substring(equals + 1)));
            } else {
                remainingNames.add(name);
                kept.add(part);
            }
        }
        if (extracted.isEmpty()) {
            return new UrlParameters(url, extracted, remainingNames);
        }
        String head = url.substring(0, begin);
        String rest = kept.isEmpty() ? head : head + url.charAt(begin) + String.join(separator, kept);
        return new UrlParameters(rest, extracted, remainingNames);
    }
}
