package dev.restante.ra.store;

import jakarta.resource.spi.InvalidPropertyException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a store and of its use.
 *
 * @param url JDBC URL; null with a data source, and for the store in the server's directory
 * @param dataSource JNDI name of the server's data source; null with a URL
 * @param options further options of the connection factory, by name
 */
public record StoreSettings(
        @Nullable String url,
        @Nullable String dataSource,
        @Nullable String user,
        @Nullable String password,
        Map<String, String> options) {

    /** Options that have a property of their own, where the rules for that are kept. */
    private static final List<String> PROPERTIES = List.of("url", "user", "password", "clientId");

    public StoreSettings {
        options = Map.copyOf(options);
    }

    /** Whether it is the store that the server has where nobody has configured any. */
    public boolean isOfServer() {
        return url == null && dataSource == null && user == null;
    }

    /** What is said here, else what is said there; a store is said by URL or data source together with its user. */
    StoreSettings orElse(StoreSettings general) {
        return withoutCopiesOf(general).completedBy(general);
    }

    /**
     * Open Liberty copies what an adapter says into all that says nothing. Where there are two stores because of that,
     * the adapter's is not meant, nor are its credentials.
     */
    private StoreSettings withoutCopiesOf(StoreSettings general) {
        boolean both = url != null && dataSource != null;
        boolean urlCopied = both && general.dataSource == null && same(url, general.url);
        boolean dataSourceCopied = both && general.url == null && same(dataSource, general.dataSource);
        if (!urlCopied && !dataSourceCopied) {
            return this;
        }
        boolean theirUser = same(user, general.user) && same(password, general.password);
        return new StoreSettings(
                urlCopied ? null : url,
                dataSourceCopied ? null : dataSource,
                theirUser ? null : user,
                theirUser ? null : password,
                options);
    }

    private StoreSettings completedBy(StoreSettings general) {
        boolean located = url != null || dataSource != null;
        // Credentials belong to a store: those of another one are not tried here.
        boolean sameStore = !located || (same(url, general.url) && same(dataSource, general.dataSource));
        boolean theirUser = user == null && sameStore;
        Map<String, String> both = new LinkedHashMap<>(general.options);
        both.putAll(options);
        return new StoreSettings(
                located ? url : general.url,
                located ? dataSource : general.dataSource,
                theirUser ? general.user : user,
                theirUser ? general.password : password,
                both);
    }

    private static boolean same(@Nullable String one, @Nullable String other) {
        return one == null ? other == null : one.equals(other);
    }

    /**
     * Options from {@code name=value;name=value}.
     *
     * @throws InvalidPropertyException if a part has no name or no value, or is there twice
     */
    public static Map<String, String> parse(@Nullable String text) throws InvalidPropertyException {
        Map<String, String> parsed = new LinkedHashMap<>();
        if (text == null) {
            return parsed;
        }
        for (String part : text.split(";")) {
            if (part.isBlank()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw refused("'" + part.strip() + "' is not name=value; separate options with semicolons");
            }
            String name = part.substring(0, equals).strip();
            if (PROPERTIES.contains(name)) {
                throw refused("'" + name + "' is a property of its own; set that instead");
            }
            if (parsed.put(name, part.substring(equals + 1).strip()) != null) {
                throw refused("'" + name + "' is there twice; leave one out");
            }
        }
        return parsed;
    }

    private static InvalidPropertyException refused(String why) {
        return new InvalidPropertyException("Property options: " + why);
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return "StoreSettings[dataSource=" + dataSource + ", user=" + user + ", options=" + options.keySet() + "]";
    }
}
