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
 * The properties of a store, and of its use: configuration that the resource adapter and its connection factories have
 * in common. What a connection factory leaves out it has from the resource adapter (RA-15). Every property is text, as
 * it stands in a deployment descriptor; the empty text is as if it were not there.
 *
 * <p>Servers with Bean Validation check the constraints before they use a bean; the same is refused without it.
 */
public abstract class StoreProperties implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Also of what is blank, because servers set what is left out to the empty text. */
    private static final String JDBC_URL = "(?s)\\s*|\\s*jdbc:.+";

    private static final String OPTIONS = "(?s)(\\s*;)*\\s*|[^=;]+=[^;]*(;(\\s*|[^=;]+=[^;]*))*";

    private @Nullable String url;
    private @Nullable String dataSource;
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable String options;

    StoreProperties() {}

    /**
     * The JDBC URL of the store. Default: an embedded store in the server's data directory, see
     * {@link ServerDirectory}; none with a data source.
     */
    @Pattern(
            regexp = JDBC_URL,
            message = "is no JDBC URL, such as jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST/DATABASE,"
                    + " jdbc:mariadb://HOST/DATABASE or jdbc:mysql://HOST/DATABASE")
    public @Nullable String getUrl() {
        return url;
    }

    /** See {@link #getUrl}. */
    public void setUrl(@Nullable String value) {
        url = present(value);
    }

    /**
     * The JNDI name of a data source of the server, in whose database the store is; it takes the place of the URL.
     * Default: none.
     */
    @Size(max = 1_000)
    public @Nullable String getDataSource() {
        return dataSource;
    }

    /** See {@link #getDataSource}. */
    public void setDataSource(@Nullable String value) {
        dataSource = present(value);
    }

    /** The user of the store's database; default none, which is {@code SA} for an embedded store. */
    @Size(max = 1_000)
    public @Nullable String getUser() {
        return user;
    }

    /** See {@link #getUser}. */
    public void setUser(@Nullable String value) {
        user = present(value);
    }

    /** The password of the store's database; never shown. */
    public @Nullable String getPassword() {
        return password;
    }

    /** See {@link #getPassword}. Blanks are part of it. */
    public void setPassword(@Nullable String value) {
        password = value == null || value.isEmpty() ? null : value;
    }

    /**
     * Further options of the connection factory, {@code name=value} separated by semicolons:
     * {@code storeTimeout=10s;autoCreateQueues=false}.
     */
    @Pattern(regexp = OPTIONS, message = "is not name=value;name=value")
    public @Nullable String getOptions() {
        return options;
    }

    /** See {@link #getOptions}. */
    public void setOptions(@Nullable String value) {
        options = present(value);
    }

    static @Nullable String present(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /**
     * What is said here, else what is said there.
     *
     * @throws InvalidPropertyException if the options can't be read
     */
    final StoreSettings orElse(@Nullable StoreProperties general) throws InvalidPropertyException {
        return configured().orElse(general == null ? null : general.configured());
    }

    /** What is said here alone. */
    final StoreConfiguration configured() {
        return new StoreConfiguration(url, dataSource, user, password, options);
    }

    /** By configuration and class, as the container wants it (RA-25, RA-27). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && configuration().equals(((StoreProperties) other).configuration());
    }

    @Override
    public int hashCode() {
        return Objects.hash(getClass().getName(), configuration());
    }

    /** What tells one of the same class from another. */
    Map<String, @Nullable Object> configuration() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("url", url);
        all.put("dataSource", dataSource);
        all.put("user", user);
        all.put("password", password);
        all.put("options", options);
        return all;
    }

    /** Names the store, and nothing secret. */
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
            // It may hold a password where nobody looks for it.
            return "a url that can't be read";
        }
    }
}
