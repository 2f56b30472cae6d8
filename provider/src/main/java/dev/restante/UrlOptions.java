package dev.restante;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.UrlParameters;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options in a URL, each a parameter whose name begins with {@value #PREFIX}, and the URL without them.
 *
 * @param url for the driver
 * @param options by name
 */
record UrlOptions(String url, Map<String, String> options) {

    static final String PREFIX = "restante.";

    /**
     * Takes a URL apart.
     *
     * @throws IllegalArgumentException if it is no JDBC URL, if a user stands in front of the host, if a parameter
     *     stands twice, or if one is an option's name without the prefix, which a driver would pass over in silence;
     *     whether there is such an option is for {@link RestanteConnectionFactory#configure} to say
     */
    static UrlOptions of(String text) {
        if (!text.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "it is no JDBC URL, such as jdbc:hsqldb:file:PATH or jdbc:postgresql://HOST/DATABASE");
        }
        if (StoreLocation.Url.hasUserBeforeHost(text)) {
            throw new IllegalArgumentException(
                    "it has an @ in front of the host, which the driver does not understand: write restante.user=USER and"
                            + " restante.password=PASSWORD instead, with %40 for @");
        }
        UrlParameters parameters = UrlParameters.take(text, PREFIX);
        Map<String, String> options = new LinkedHashMap<>();
        for (UrlParameters.Parameter parameter : parameters.taken()) {
            if (parameter.name().equals(FactoryOption.URL.optionName())) {
                throw new IllegalArgumentException("a URL can't contain " + PREFIX + "url");
            }
            if (options.put(parameter.name(), decoded(parameter)) != null) {
                throw new IllegalArgumentException(PREFIX + parameter.name() + " stands there twice");
            }
        }
        for (String other : parameters.others()) {
            if (!isOfTheDriver(other) && FactoryOption.find(other).isPresent()) {
                throw new IllegalArgumentException("write " + PREFIX + other + " instead of " + other
                        + ", which would be a parameter of the driver");
            }
        }
        return new UrlOptions(parameters.url(), options);
    }

    /** What drivers have too. */
    private static boolean isOfTheDriver(String name) {
        return name.equals(FactoryOption.USER.optionName())
                || name.equals(FactoryOption.PASSWORD.optionName())
                || name.equals(FactoryOption.URL.optionName());
    }

    /** {@code %3B} is {@code ;}, as in any URL; {@code +} is itself. */
    @SuppressWarnings("UnusedException") // its text quotes the value, which may be a password
    private static String decoded(UrlParameters.Parameter parameter) {
        try {
            return URLDecoder.decode(parameter.value().replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            throw new IllegalArgumentException(
                    PREFIX + parameter.name() + " has a % that two hexadecimal digits don't follow; write %25 for it");
        }
    }

    /** A URL for messages, without secrets. */
    static String shown(String text) {
        return StoreLocation.Url.shown(text);
    }
}
