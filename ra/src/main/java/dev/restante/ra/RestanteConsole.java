package dev.restante.ra;

import dev.restante.ra.console.ConsoleUse;
import dev.restante.ra.console.Consoles;
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
 * The console of a store as administrators configure it (RA-37): an administered object for the web application
 * {@code restante-console-war}, or another one. That shares no classes with the adapter, so nothing but types of the
 * JDK passes between them. The store is that of the adapter, unless the properties say otherwise; it is administered
 * through the node that the adapter's connections have, which is opened when there is none.
 *
 * <p>A request is a map of
 *
 * <ul>
 *   <li>{@code method}: {@code String}, as {@code GET};
 *   <li>{@code base}: {@code String}, the path under which the console is, without a slash at its end;
 *   <li>{@code path}: {@code String}, as it came, not decoded, with the base;
 *   <li>{@code query}: {@code String}, as it came, not decoded; empty for none;
 *   <li>{@code headers}: {@code Map<String, ? extends Iterable<String>>}, by their names in whatever case;
 *   <li>{@code body}: {@code InputStream}, read as far as the console wants it, and not closed;
 *   <li>{@code address}: {@code String}, where it comes from;
 *   <li>{@code secure}: {@code Boolean}, whether it came encrypted, as far as the server knows; may be missing;
 *   <li>{@code rights}: {@code Iterable<String>}, what its user may do: {@code look}, {@code read}, {@code repair},
 *       {@code remove}, {@code configure}, {@code decide} or {@code all}. Without any nobody comes in;
 *   <li>{@code user}: {@code String}, whom the server has authenticated; needed where there are rights.
 * </ul>
 *
 * <p>The answer is a map of
 *
 * <ul>
 *   <li>{@code status}: {@code Integer}, of HTTP;
 *   <li>{@code headers}: {@code Map<String, String>};
 *   <li>{@code body}: {@code byte[]}; for {@code HEAD} what {@code GET} would have got, to be left out.
 * </ul>
 *
 * <p>Whoever can look this object up is believed what it says of its users. What fails is answered; also that the
 * adapter has stopped, by 503. Thread-safe once configured.
 */
public final class RestanteConsole extends StoreProperties
        implements Function<Map<String, Object>, Map<String, Object>>, ResourceAdapterAssociation, Referenceable {

    @Serial
    private static final long serialVersionUID = 1L;

    private boolean readOnly;
    private @Nullable StoreAdapter adapter;
    private @Nullable Reference reference;

    /** Of the adapter's store, to look and to act. */
    public RestanteConsole() {}

    /** Whether nothing can be changed by it, whatever rights a user has. Default false. */
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
        if (!(value instanceof StoreAdapter ours)) {
            throw new ResourceException("A console of Restante needs Restante's resource adapter, not " + value);
        }
        adapter = ours;
    }

    /**
     * Answers a request.
     *
     * @throws IllegalArgumentException for a request that is not as it has to be
     * @throws IllegalStateException if the object belongs to no adapter, or is configured wrongly
     */
    @Override
    public Map<String, Object> apply(Map<String, Object> request) {
        StoreAdapter of = adapter;
        if (of == null) {
            throw new IllegalStateException("The server has not told the console which resource adapter it belongs to");
        }
        Consoles consoles = of.consoles();
        return consoles.answer(use(of), request);
    }

    private ConsoleUse use(StoreAdapter of) {
        try {
            return new ConsoleUse(orElse(of), readOnly);
        } catch (InvalidPropertyException refusal) {
            throw new IllegalStateException("The console is configured wrongly: " + refusal.getMessage(), refusal);
        }
    }

    @Override
    public void setReference(Reference value) {
        reference = value;
    }

    /**
     * Set by the container that has bound it.
     *
     * @throws NamingException if none has
     */
    @Override
    public Reference getReference() throws NamingException {
        if (reference == null) {
            throw new NamingException("The container has not bound this console");
        }
        return reference;
    }

    @Override
    Map<String, @Nullable Object> configuration() {
        Map<String, @Nullable Object> all = super.configuration();
        all.put("readOnly", readOnly);
        return all;
    }

    /** What it has from its resource adapter is part of its configuration. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RestanteConsole that && super.equals(other) && Objects.equals(adapter, that.adapter);
    }

    /** Not of the resource adapter, which is set after some servers have put it into a table. */
    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
