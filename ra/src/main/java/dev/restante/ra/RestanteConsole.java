package dev.restante.ra;

import dev.restante.ra.console.ConsoleKey;
import dev.restante.ra.console.ConsoleRegistry;
import jakarta.resource.Referenceable;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Console of a store as an administered object for the console web application (RA-37).
 *
 * <p>The web application {@code restante-console-war}, or another application, passes requests to this object. It
 * shares no classes with the adapter, so requests and responses consist of JDK types only. The console shows the store
 * of the adapter, unless the properties name another store. It uses the node of the adapter's connections, and opens a
 * node if there is none.
 *
 * <p>Members of a request:
 *
 * <ul>
 *   <li>{@code method}: {@code String}, for example {@code GET};
 *   <li>{@code base}: {@code String}, the path of the console without a slash at the end;
 *   <li>{@code path}: {@code String}, the request path with the base, still percent-encoded;
 *   <li>{@code query}: {@code String}, the query string, still percent-encoded; may be empty;
 *   <li>{@code headers}: {@code Map<String, ? extends Iterable<String>>}, by header name in any case;
 *   <li>{@code body}: {@code InputStream}, which the console reads as far as it needs and does not close;
 *   <li>{@code address}: {@code String}, the address of the client;
 *   <li>{@code secure}: {@code Boolean}, true if the connection is encrypted as far as the server knows; optional;
 *   <li>{@code rights}: {@code Iterable<String>}, the rights of the user: {@code view}, {@code read}, {@code repair},
 *       {@code remove}, {@code configure}, {@code decide} or {@code all}. The console rejects users without rights;
 *   <li>{@code user}: {@code String}, the authenticated user; required if there are rights.
 * </ul>
 *
 * <p>Members of a response:
 *
 * <ul>
 *   <li>{@code status}: {@code Integer}, the HTTP status code;
 *   <li>{@code headers}: {@code Map<String, String>};
 *   <li>{@code body}: {@code byte[]}; for {@code HEAD}, the body of {@code GET}, which the server leaves out.
 * </ul>
 *
 * <p>The console trusts the user and rights of every caller that can look this object up. Failures become responses,
 * and so does a stopped adapter (status 503). Thread-safe after configuration.
 */
public final class RestanteConsole extends StoreProperties
        implements Function<Map<String, Object>, Map<String, Object>>, ResourceAdapterAssociation, Referenceable {

    @Serial
    private static final long serialVersionUID = 1L;

    private boolean readOnly;
    private @Nullable StoreResourceAdapter adapter;
    private @Nullable Reference reference;

    /** Creates a console of the adapter's store that is not read-only. */
    public RestanteConsole() {}

    /** Returns whether no user can change anything, whatever rights the user has. Default: false. */
    public Boolean getReadOnly() {
        return readOnly;
    }

    /** See {@link #getReadOnly}. */
    public void setReadOnly(@Nullable Boolean value) {
        readOnly = value != null && value;
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof StoreResourceAdapter ours)) {
            throw new ResourceException("A console of Restante needs the resource adapter of Restante, not " + value);
        }
        adapter = ours;
    }

    /**
     * Answers a request.
     *
     * @throws IllegalArgumentException if a member is missing or invalid
     * @throws IllegalStateException if the object has no resource adapter, or is configured incorrectly
     */
    @Override
    public Map<String, Object> apply(Map<String, Object> request) {
        StoreResourceAdapter of = adapter;
        if (of == null) {
            throw new IllegalStateException(
                    "The application server has not assigned a resource adapter to the console");
        }
        ConsoleRegistry consoles = of.consoles();
        return consoles.handle(use(of), request);
    }

    private ConsoleKey use(StoreResourceAdapter of) {
        try {
            return new ConsoleKey(mergedWith(of), readOnly);
        } catch (InvalidPropertyException refusal) {
            throw new IllegalStateException(
                    "The configuration of the console is invalid: " + refusal.getMessage(), refusal);
        }
    }

    @Override
    public void setReference(Reference value) {
        reference = value;
    }

    /**
     * Returns the reference that the container has set.
     *
     * @throws NamingException if the container has not bound this object
     */
    @Override
    public Reference getReference() throws NamingException {
        if (reference == null) {
            throw new NamingException("The container has not bound this console");
        }
        return reference;
    }

    @Override
    Map<String, @Nullable Object> identityProperties() {
        Map<String, @Nullable Object> all = super.identityProperties();
        all.put("readOnly", readOnly);
        return all;
    }

    /** Compares the resource adapter, too, because it supplies missing properties. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RestanteConsole that && super.equals(other) && Objects.equals(adapter, that.adapter);
    }

    /** Ignores the resource adapter, because some servers set it after they have put this object into a hash table. */
    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
