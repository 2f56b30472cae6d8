package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.server.ServerDirectory;
import dev.restante.ra.store.StoreConfiguration;
import dev.restante.ra.store.StoreSettings;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.Serial;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Base class with the configuration properties of a store, common to the resource adapter and its connection factories
 * (RA-15).
 *
 * <p>A connection factory inherits missing properties from the resource adapter. All property values are texts, as in a
 * deployment descriptor. An empty text counts as missing.
 *
 * <p>Servers with Bean Validation check the constraints first. In other servers, Restante rejects the same values.
 */
public abstract class StoreProperties implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Pattern that also accepts blanks, because servers set omitted properties to the empty text. */
    private static final String JDBC_URL_PATTERN = "(?s)\\s*|\\s*jdbc:.+";

    private static final String OPTIONS_PATTERN = "(?s)(\\s*;)*\\s*|[^=;]+=[^;]*(;(\\s*|[^=;]+=[^;]*))*";

    private @Nullable String url;
    private @Nullable String dataSource;
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable String options;

    StoreProperties() {}

    /**
     * Returns the JDBC URL of the store. Default: an embedded store in the server's data directory, see
     * {@link ServerDirectory}, or none if there is a data source.
     */
    @Pattern(
            regexp = JDBC_URL_PATTERN,
            message = "is not a JDBC URL such as jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST/DATABASE,"
                    + " jdbc:mariadb://HOST/DATABASE or jdbc:mysql://HOST/DATABASE")
    public @Nullable String getUrl() {
        return url;
    }

    /** See {@link #getUrl}. */
    public void setUrl(@Nullable String value) {
        url = blankToNull(value);
    }

    /**
     * Returns the JNDI name of a data source of the server whose database contains the store, in place of a URL.
     * Default: none.
     */
    @Size(max = 1_000)
    public @Nullable String getDataSource() {
        return dataSource;
    }

    /** See {@link #getDataSource}. */
    public void setDataSource(@Nullable String value) {
        dataSource = blankToNull(value);
    }

    /** Returns the database user of the store. Default: none, which is {@code SA} for an embedded store. */
    @Size(max = 1_000)
    public @Nullable String getUser() {
        return user;
    }

    /** See {@link #getUser}. */
    public void setUser(@Nullable String value) {
        user = blankToNull(value);
    }

    /** Returns the database password of the store, which is never shown. */
    public @Nullable String getPassword() {
        return password;
    }

    /** Sets the password, see {@link #getPassword}. Spaces belong to it. */
    public void setPassword(@Nullable String value) {
        password = value == null || value.isEmpty() ? null : value;
    }

    /**
     * Returns further options of the connection factory, {@code name=value} separated by semicolons, for example
     * {@code storeTimeout=10s;autoCreateQueues=false}.
     */
    @Pattern(regexp = OPTIONS_PATTERN, message = "does not have the form name=value;name=value")
    public @Nullable String getOptions() {
        return options;
    }

    /** See {@link #getOptions}. */
    public void setOptions(@Nullable String value) {
        options = blankToNull(value);
    }

    static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /**
     * Returns these properties, with the defaults in place of missing ones.
     *
     * @throws InvalidPropertyException if the options are malformed
     */
    final StoreSettings mergedWith(@Nullable StoreProperties defaults) throws InvalidPropertyException {
        return ownConfiguration().mergedWith(defaults == null ? null : defaults.ownConfiguration());
    }

    /** Returns these properties without any defaults. */
    final StoreConfiguration ownConfiguration() {
        return new StoreConfiguration(url, dataSource, user, password, options);
    }

    /** Compares class and configuration, as containers require (RA-25, RA-27). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && identityProperties().equals(((StoreProperties) other).identityProperties());
    }

    @Override
    public int hashCode() {
        return Objects.hash(getClass().getName(), identityProperties());
    }

    /** Returns the properties that {@link #equals} compares. */
    Map<String, @Nullable Object> identityProperties() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("url", url);
        all.put("dataSource", dataSource);
        all.put("user", user);
        all.put("password", password);
        all.put("options", options);
        return all;
    }

    /** Returns a text that names the store, without secrets. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + store() + ", user=" + user + "]";
    }

    private String store() {
        if (dataSource != null) {
            return "data source " + dataSource;
        }
        if (url == null) {
            return "store of the server";
        }
        try {
            return new RestanteXAConnectionFactory(url).toString();
        } catch (IllegalArgumentException unreadable) {
            // A malformed URL may contain a password in an unexpected place.
            return "an invalid URL";
        }
    }
}
