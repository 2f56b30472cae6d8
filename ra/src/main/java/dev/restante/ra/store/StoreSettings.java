package dev.restante.ra.store;

import jakarta.resource.spi.InvalidPropertyException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parsed settings of a store and its connection factory, in which missing settings are replaced by the settings of the
 * resource adapter.
 *
 * @param url the JDBC URL; null with a data source, and for the store in the server's directory
 * @param dataSource the JNDI name of the server's data source; null with a URL
 * @param options further options of the connection factory, by name
 */
public record StoreSettings(
        @Nullable String url,
        @Nullable String dataSource,
        @Nullable String user,
        @Nullable String password,
        Map<String, String> options) {

    /** Options that are separate properties, with rules of their own. */
    private static final List<String> DEDICATED_PROPERTIES = List.of("url", "user", "password", "clientId");

    public StoreSettings {
        options = Map.copyOf(options);
    }

    /** Returns whether the settings mean the embedded store of the server, because none is configured. */
    public boolean isServerDefaultStore() {
        return url == null && dataSource == null && user == null;
    }

    /**
     * Returns these settings, with the defaults in place of missing ones. The URL or data source is replaced together
     * with its user.
     */
    StoreSettings mergedWith(StoreSettings defaults) {
        return withoutInheritedCopies(defaults).withDefaults(defaults);
    }

    /**
     * Removes settings that were only copied from the adapter.
     *
     * <p>Open Liberty copies the adapter's properties into objects that omit them. If two stores are configured as a
     * result, the store of the adapter and its credentials are not meant.
     */
    private StoreSettings withoutInheritedCopies(StoreSettings general) {
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

    private StoreSettings withDefaults(StoreSettings general) {
        boolean located = url != null || dataSource != null;
        // Credentials belong to a store and are not tried on another store.
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
     * Parses options in the form {@code name=value;name=value}.
     *
     * @throws InvalidPropertyException if an option has no name or value, or is given twice
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
                throw refused(
                        "'" + part.strip() + "' does not have the form name=value. Separate options with semicolons.");
            }
            String name = part.substring(0, equals).strip();
            if (DEDICATED_PROPERTIES.contains(name)) {
                throw refused("'" + name + "' is a separate property. Set that property instead.");
            }
            if (parsed.put(name, part.substring(equals + 1).strip()) != null) {
                throw refused("'" + name + "' is specified twice. Remove one of them.");
            }
        }
        return parsed;
    }

    private static InvalidPropertyException refused(String why) {
        return new InvalidPropertyException("Property options is invalid: " + why);
    }

    /** Omits the password and the URL. */
    @Override
    public String toString() {
        return "StoreSettings[dataSource=" + dataSource + ", user=" + user + ", options=" + options.keySet() + "]";
    }
}
