package dev.restante.runtime;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.UrlParameters;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * JDBC URL from which the connection factory options were extracted, with the text of each option and the remaining URL
 * for the driver. The name of an option parameter begins with {@value #PREFIX}.
 *
 * @param url the URL for the driver
 * @param options the texts by name
 */
public record UrlOptions(String url, Map<String, String> options) {

    static final String PREFIX = "restante.";

    /**
     * Splits a URL. {@link FactoryOptions#setTexts} checks the options later.
     *
     * @throws IllegalArgumentException if the text is not a JDBC URL, has a user before the host, or has a parameter
     *     twice. Also if an option lacks the prefix, because the driver would silently ignore it
     */
    public static UrlOptions of(String text) {
        if (!text.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "it is not a JDBC URL such as jdbc:hsqldb:file:PATH or jdbc:postgresql://HOST/DATABASE");
        }
        if (StoreLocation.Url.hasUserBeforeHost(text)) {
            throw new IllegalArgumentException(
                    "the driver does not accept a user and @ before the host. Use the parameters restante.user=USER"
                            + " and restante.password=PASSWORD, with %40 for @");
        }
        UrlParameters parameters = UrlParameters.extract(text, PREFIX);
        Map<String, String> options = new LinkedHashMap<>();
        for (UrlParameters.Parameter parameter : parameters.extracted()) {
            if (parameter.name().equals(FactoryOption.URL.optionName())) {
                throw new IllegalArgumentException("a URL cannot contain " + PREFIX + "url");
            }
            if (options.put(parameter.name(), decoded(parameter)) != null) {
                throw new IllegalArgumentException("it contains " + PREFIX + parameter.name() + " twice");
            }
        }
        for (String other : parameters.remainingNames()) {
            if (!isDriverParameter(other) && FactoryOption.find(other).isPresent()) {
                throw new IllegalArgumentException("the parameter " + other + " would be passed to the driver."
                        + " Write " + PREFIX + other + " instead");
            }
        }
        return new UrlOptions(parameters.url(), options);
    }

    /** Returns whether drivers have this parameter, too. */
    private static boolean isDriverParameter(String name) {
        return name.equals(FactoryOption.USER.optionName())
                || name.equals(FactoryOption.PASSWORD.optionName())
                || name.equals(FactoryOption.URL.optionName());
    }

    /** Decodes {@code %3B} as {@code ;}, as in any URL, but keeps {@code +}. */
    @SuppressWarnings("UnusedException") // the text of the cause quotes the value, which may be a password
    private static String decoded(UrlParameters.Parameter parameter) {
        try {
            return URLDecoder.decode(parameter.value().replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            throw new IllegalArgumentException(PREFIX + parameter.name()
                    + " contains a % without two hexadecimal digits after it. Write %25" + " for %");
        }
    }
}
