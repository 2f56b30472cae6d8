package dev.restante.ra.store;

import jakarta.resource.spi.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/**
 * The properties by which a store is configured, as they were given.
 *
 * @param url JDBC URL; null for none
 * @param dataSource JNDI name of the server's data source; null for none
 * @param user null for none
 * @param password null for none
 * @param options further options of the connection factory, {@code name=value} separated by semicolons; null for none
 */
public record StoreConfiguration(
        @Nullable String url,
        @Nullable String dataSource,
        @Nullable String user,
        @Nullable String password,
        @Nullable String options) {

    /**
     * What is said here, else what is said there.
     *
     * @throws InvalidPropertyException if the options can't be read
     */
    public StoreSettings orElse(@Nullable StoreConfiguration general) throws InvalidPropertyException {
        return general == null ? settings() : settings().orElse(general.settings());
    }

    private StoreSettings settings() throws InvalidPropertyException {
        return new StoreSettings(url, dataSource, user, password, StoreSettings.parse(options));
    }

    /** Never shows the password, nor the URL, which may hold one. */
    @Override
    public String toString() {
        return "StoreConfiguration[dataSource=" + dataSource + ", user=" + user + "]";
    }
}
