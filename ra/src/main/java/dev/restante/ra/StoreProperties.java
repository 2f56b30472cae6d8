package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.resource.ResourceException;
import java.io.Serial;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a store is and how it is used: configuration that the resource adapter and its connection factories have in common. What a connection factory leaves out it has from the resource adapter
 * (RA-15). Every property is text, as it stands in a deployment descriptor; the empty text is as if it were not there.
 */
public abstract class StoreProperties implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String url;
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable String options;

    StoreProperties() {}

    /** The JDBC URL of the store. Default: an embedded store in the server's data directory, see {@link ServerDirectory}. */
    public @Nullable String getUrl() {
        return url;
    }

    /** See {@link #getUrl}. */
    public void setUrl(@Nullable String value) {
        url = present(value);
    }

    /** The user of the store's database; default none, which is {@code SA} for an embedded store. */
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

    /** See {@link #getPassword}. */
    public void setPassword(@Nullable String value) {
        password = present(value);
    }

    /** Further options of the connection factory, {@code name=value} separated by semicolons: {@code storeTimeout=10s;autoCreateQueues=false}. */
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

    /** What is said here, else what is said there. */
    final StoreSettings orElse(@Nullable StoreProperties general) {
        StoreSettings own = settings();
        if (general == null) {
            return own;
        }
        StoreSettings theirs = general.settings();
        // Credentials belong to a store: those of another one are not tried here.
        boolean sameStore = own.url() == null || own.url().equals(theirs.url());
        Map<String, String> both = new LinkedHashMap<>(theirs.options());
        both.putAll(own.options());
        return new StoreSettings(
                own.url() == null ? theirs.url() : own.url(),
                own.user() == null && sameStore ? theirs.user() : own.user(),
                own.user() == null && sameStore ? theirs.password() : own.password(),
                both);
    }

    private StoreSettings settings() {
        return new StoreSettings(url, user, password, StoreSettings.parse(options));
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
        return Objects.hash(getClass(), configuration());
    }

    /** What tells one of the same class from another. */
    Map<String, @Nullable String> configuration() {
        Map<String, @Nullable String> all = new LinkedHashMap<>();
        all.put("url", url);
        all.put("user", user);
        all.put("password", password);
        all.put("options", options);
        return all;
    }

    /** Names the store, and nothing secret. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + (url == null ? "store of the server" : shown()) + ", user=" + user
                + "]";
    }

    private String shown() {
        return new RestanteXAConnectionFactory(Objects.requireNonNull(url)).toString();
    }

    /** A refusal that names the property. */
    static ResourceException refused(
            String property, @Nullable String value, String remedy, @Nullable Throwable cause) {
        return new ResourceException("Property " + property + " '" + value + "': " + remedy, cause);
    }
}
