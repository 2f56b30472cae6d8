package dev.restante.ra;

import dev.restante.ra.base.Failures;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.PhysicalSession;
import dev.restante.ra.outbound.RestanteManagedConnection;
import dev.restante.ra.outbound.SessionRequest;
import dev.restante.ra.outbound.StoreAccess;
import dev.restante.ra.outbound.UnmanagedConnections;
import dev.restante.ra.server.ServerRegistry;
import dev.restante.ra.store.StoreUse;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.TransactionSupport;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import jakarta.validation.constraints.Size;
import java.io.PrintWriter;
import java.io.Serial;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory as administrators configure it (RA-27). The container makes connections by it, pools them, and
 * hands out what {@link #createConnectionFactory} returns. Thread-safe once configured.
 */
public class RestanteManagedConnectionFactory extends StoreProperties
        implements ManagedConnectionFactory,
                ResourceAdapterAssociation,
                ValidatingManagedConnectionFactory,
                TransactionSupport {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String clientId;
    private boolean joinTransactions;
    private @Nullable StoreAdapter adapter;
    private transient volatile @Nullable PrintWriter logWriter;
    private transient @Nullable StoreAccess access;

    /** The client id of each connection, of which there can then be one at a time. Default: none. */
    @Size(max = 1_000)
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        clientId = present(value);
    }

    /**
     * Whether sessions take part in the transactions that the server's data source has, so that messages and the
     * application's rows are committed together, without two-phase commit (BEY-01). It needs a
     * {@linkplain #getDataSource data source} that the server's transactions manage, and is for queues only. Default
     * false: sessions are resources of their own (XA).
     */
    public Boolean getJoinTransactions() {
        return joinTransactions;
    }

    /** See {@link #getJoinTransactions}. */
    public void setJoinTransactions(@Nullable Boolean value) {
        joinTransactions = value != null && value;
    }

    /** Nothing is enlisted where transactions are joined. */
    @Override
    public TransactionSupportLevel getTransactionSupport() {
        return joinTransactions ? TransactionSupportLevel.NoTransaction : TransactionSupportLevel.XATransaction;
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof StoreAdapter ours)) {
            throw new ResourceException(
                    "A connection factory of Restante needs Restante's resource adapter, not " + value);
        }
        adapter = ours;
    }

    @Override
    public Object createConnectionFactory(ConnectionManager container) throws ResourceException {
        // What is configured wrongly is told when it is deployed, not when it is used.
        access();
        return new RestanteJcaConnectionFactory(this, container, clientId);
    }

    /** Outside of a container each session has a connection of its own, which is closed with it (RA-36). */
    @Override
    public ConnectionFactory createConnectionFactory() throws ResourceException {
        access();
        return new RestanteJcaConnectionFactory(this, new UnmanagedConnections(), clientId);
    }

    private synchronized StoreAccess access() throws ResourceException {
        StoreAccess made = access;
        if (made == null) {
            StoreAdapter of = adapter;
            made = StoreAccess.of(
                    orElse(of),
                    clientId,
                    joinTransactions,
                    of == null ? ServerRegistry::find : of::transactionRegistry);
            access = made;
            if (of != null) {
                made.factories().forEach(of::closeAtEnd);
            }
        }
        return made;
    }

    /** The store that it stands for. */
    StoreUse use() throws InvalidPropertyException {
        return new StoreUse(orElse(adapter), clientId);
    }

    @Override
    public ManagedConnection createManagedConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionRequest request = SessionRequest.of(info, clientId);
        Credentials credentials = credentials(subject, request);
        StoreAccess of = access();
        String user = credentials == null ? getUser() : credentials.user();
        try {
            PhysicalSession opened = of.open(request.kind(), credentials);
            RestanteManagedConnection made = new RestanteManagedConnection(request, credentials, opened, of.joined());
            made.setLogWriter(logWriter);
            return made;
        } catch (JMSException | JMSRuntimeException failure) {
            throw Failures.toContainer(failure, user);
        }
    }

    private @Nullable Credentials credentials(@Nullable Subject subject, SessionRequest request)
            throws ResourceException {
        return Credentials.of(
                subject, this, request.credentials(), orElse(adapter).isOfServer());
    }

    @Override
    public @Nullable ManagedConnection matchManagedConnections(
            @SuppressWarnings("rawtypes") Set candidates,
            @Nullable Subject subject,
            @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionRequest request = SessionRequest.of(info, clientId);
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
            if (candidate instanceof RestanteManagedConnection ours
                    && (ours.broken() || !ours.physical().isOpen())) {
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
    Map<String, @Nullable Object> configuration() {
        Map<String, @Nullable Object> all = super.configuration();
        all.put("clientId", clientId);
        all.put("joinTransactions", joinTransactions);
        return all;
    }

    /** What it has from its resource adapter is part of its configuration. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof RestanteManagedConnectionFactory that
                && super.equals(other)
                && Objects.equals(adapter, that.adapter);
    }

    /** Not of the resource adapter, which is set after some servers have put it into a table. */
    @Override
    public final int hashCode() {
        return super.hashCode();
    }
}
