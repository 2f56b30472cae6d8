package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.CommException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import jakarta.resource.spi.security.PasswordCredential;
import java.io.PrintWriter;
import java.io.Serial;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** A connection factory as administrators configure it (RA-27). The container makes connections by it, pools them, and hands out what {@link #createConnectionFactory} returns. Thread-safe once configured. */
public class RestanteManagedConnectionFactory extends StoreProperties
        implements ManagedConnectionFactory, ResourceAdapterAssociation, ValidatingManagedConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String clientId;
    private @Nullable RestanteResourceAdapter adapter;
    private transient volatile @Nullable PrintWriter logWriter;
    private transient @Nullable RestanteXAConnectionFactory factory;

    /** The client id of each connection, of which there can then be one at a time. Default: none. */
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        clientId = present(value);
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof RestanteResourceAdapter ours)) {
            throw new ResourceException(
                    "A connection factory of Restante needs Restante's resource adapter, not " + value);
        }
        adapter = ours;
    }

    @Override
    public Object createConnectionFactory(ConnectionManager container) throws ResourceException {
        // What is configured wrongly is told when it is deployed, not when it is used.
        factory();
        return new RestanteJcaConnectionFactory(this, container);
    }

    /** Outside of a container each session has a connection of its own, which is closed with it (RA-36). */
    @Override
    public ConnectionFactory createConnectionFactory() throws ResourceException {
        factory();
        return new RestanteJcaConnectionFactory(this, new UnmanagedConnections());
    }

    private synchronized RestanteXAConnectionFactory factory() throws ResourceException {
        RestanteXAConnectionFactory made = factory;
        if (made == null) {
            made = Stores.factory(orElse(adapter), clientId);
            factory = made;
            if (adapter != null) {
                adapter.closeAtEnd(made);
            }
        }
        return made;
    }

    /** The store that it stands for. */
    StoreUse use() {
        return new StoreUse(orElse(adapter), clientId);
    }

    @Override
    public ManagedConnection createManagedConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionRequest request = request(info);
        Credentials credentials = credentials(subject, request);
        PhysicalSession opened = open(request, credentials);
        try {
            return new RestanteManagedConnection(request, credentials, opened);
        } catch (JMSException | RuntimeException failure) {
            throw failed(failure);
        }
    }

    private PhysicalSession open(SessionRequest request, @Nullable Credentials credentials) throws ResourceException {
        try {
            return request.kind().open(factory(), credentials);
        } catch (JMSException | JMSRuntimeException failure) {
            throw failed(failure);
        }
    }

    private static ResourceException failed(Exception failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof JMSSecurityException || failure instanceof JMSSecurityRuntimeException) {
            return new SecurityException(text, failure);
        }
        return new CommException(text, failure);
    }

    /** The container may ask without one, for recovery (RA-34). */
    private static SessionRequest request(@Nullable ConnectionRequestInfo info) {
        return info instanceof SessionRequest ours ? ours : new SessionRequest(SessionKind.ANY, null);
    }

    /** What the container says wins over what the application says, and that over the configuration (RA-35). */
    private @Nullable Credentials credentials(@Nullable Subject subject, SessionRequest request)
            throws SecurityException {
        if (subject == null) {
            return request.credentials();
        }
        for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
            if (equals(each.getManagedConnectionFactory())) {
                return new Credentials(each.getUserName(), new String(each.getPassword()));
            }
        }
        if (!subject.getPrivateCredentials().isEmpty()) {
            throw new SecurityException(
                    "The container's subject has no user and password for this connection factory; configure authentication by password");
        }
        return request.credentials();
    }

    @Override
    public @Nullable ManagedConnection matchManagedConnections(
            @SuppressWarnings("rawtypes") Set candidates,
            @Nullable Subject subject,
            @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionRequest request = request(info);
        Credentials credentials = credentials(subject, request);
        for (Object candidate : candidates) {
            if (candidate instanceof RestanteManagedConnection ours && ours.serves(request, credentials)) {
                return ours;
            }
        }
        return null;
    }

    @Override
    public Set<Object> getInvalidConnections(@SuppressWarnings("rawtypes") Set connections) {
        Set<Object> invalid = new HashSet<>();
        for (Object candidate : connections) {
            if (candidate instanceof RestanteManagedConnection ours && ours.broken()) {
                invalid.add(ours);
            }
        }
        return invalid;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    Map<String, @Nullable String> configuration() {
        Map<String, @Nullable String> all = super.configuration();
        all.put("clientId", clientId);
        return all;
    }

    /** Checks the configuration without a store. */
    void validate() throws InvalidPropertyException {
        Stores.check(orElse(adapter));
    }
}
