package dev.restante.ra.store;

import jakarta.resource.spi.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/**
 * Unparsed store properties of a resource adapter, connection factory or activation, which are parsed and merged into
 * {@link StoreSettings}. Each property may be null.
 *
 * @param url the JDBC URL
 * @param dataSource the JNDI name of the server's data source
 * @param options further options of the connection factory, {@code name=value} separated by semicolons
 */
public record StoreConfiguration(
        @Nullable String url,
        @Nullable String dataSource,
        @Nullable String user,
        @Nullable String password,
        @Nullable String options) {

    /**
     * Returns these settings, with the defaults in place of missing ones.
     *
     * @throws InvalidPropertyException if the options are malformed
     */
    public StoreSettings mergedWith(@Nullable StoreConfiguration defaults) throws InvalidPropertyException {
        return defaults == null ? settings() : settings().mergedWith(defaults.settings());
    }

    private StoreSettings settings() throws InvalidPropertyException {
        return new StoreSettings(url, dataSource, user, password, StoreSettings.parse(options));
    }

    /** Omits the password, and the URL, which can contain a password. */
    @Override
    public String toString() {
        return "StoreConfiguration[dataSource=" + dataSource + ", user=" + user + "]";
    }
}
