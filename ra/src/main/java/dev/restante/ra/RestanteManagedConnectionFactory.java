package dev.restante.ra;

import dev.restante.ra.base.JcaExceptionTranslation;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.PhysicalSession;
import dev.restante.ra.outbound.RestanteManagedConnection;
import dev.restante.ra.outbound.SessionRequest;
import dev.restante.ra.outbound.StoreAccess;
import dev.restante.ra.outbound.UnmanagedConnectionAllocator;
import dev.restante.ra.server.TransactionRegistryLookup;
import dev.restante.ra.store.StoreReference;
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
 * Configured connection factory by which the container creates and pools connections (RA-27). Thread-safe after
 * configuration.
 */
public class RestanteManagedConnectionFactory extends StoreProperties
        implements ManagedConnectionFactory,
                ResourceAdapterAssociation,
                ValidatingManagedConnectionFactory,
                TransactionSupport {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String clientId;
    private boolean joinDataSourceTransactions;
    private @Nullable StoreResourceAdapter adapter;
    private transient volatile @Nullable PrintWriter logWriter;
    private transient @Nullable StoreAccess access;

    /** Returns the client id of the connections, which only one connection at a time can use. Default: none. */
    @Size(max = 1_000)
    public @Nullable String getClientId() {
        return clientId;
    }

    /** See {@link #getClientId}. */
    public void setClientId(@Nullable String value) {
        clientId = blankToNull(value);
    }

    /**
     * Returns whether sessions join the transactions of the server's data source, so that messages and rows commit
     * together without two-phase commit (BEY-01).
     *
     * <p>This needs a {@linkplain #getDataSource data source} that is managed by the server's transactions, and is for
     * queues only. Default: false, so that sessions are XA resources of their own.
     */
    public Boolean getJoinDataSourceTransactions() {
        return joinDataSourceTransactions;
    }

    /** See {@link #getJoinDataSourceTransactions}. */
    public void setJoinDataSourceTransactions(@Nullable Boolean value) {
        joinDataSourceTransactions = value != null && value;
    }

    /** Returns {@code NoTransaction} if sessions join transactions, because the container then enlists nothing. */
    @Override
    public TransactionSupportLevel getTransactionSupport() {
        return joinDataSourceTransactions
                ? TransactionSupportLevel.NoTransaction
                : TransactionSupportLevel.XATransaction;
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) throws ResourceException {
        if (!(value instanceof StoreResourceAdapter ours)) {
            throw new ResourceException(
                    "A connection factory of Restante needs the resource adapter of Restante, not " + value);
        }
        adapter = ours;
    }

    @Override
    public Object createConnectionFactory(ConnectionManager container) throws ResourceException {
        // An invalid configuration is reported at deployment, not at the first use.
        access();
        return new RestanteJcaConnectionFactory(this, container, clientId);
    }

    /**
     * Returns a connection factory for use outside a container. Each session has its own connection and closes it
     * (RA-36).
     */
    @Override
    public ConnectionFactory createConnectionFactory() throws ResourceException {
        access();
        return new RestanteJcaConnectionFactory(this, new UnmanagedConnectionAllocator(), clientId);
    }

    private synchronized StoreAccess access() throws ResourceException {
        StoreAccess created = access;
        if (created == null) {
            StoreResourceAdapter storeAccess = adapter;
            created = StoreAccess.of(
                    mergedWith(storeAccess),
                    clientId,
                    joinDataSourceTransactions,
                    storeAccess == null ? TransactionRegistryLookup::find : storeAccess::transactionRegistry);
            access = created;
            if (storeAccess != null) {
                created.factories().forEach(storeAccess::closeOnStop);
            }
        }
        return created;
    }

    /** Returns the configured store. */
    StoreReference storeReference() throws InvalidPropertyException {
        return new StoreReference(mergedWith(adapter), clientId);
    }

    @Override
    public ManagedConnection createManagedConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionRequest request = SessionRequest.of(info, clientId);
        Credentials credentials = credentials(subject, request);
        StoreAccess storeAccess = access();
        String user = credentials == null ? getUser() : credentials.user();
        try {
            PhysicalSession opened = storeAccess.open(request.kind(), credentials);
            RestanteManagedConnection created =
                    new RestanteManagedConnection(request, credentials, opened, storeAccess.dataSourceTransactions());
            created.setLogWriter(logWriter);
            return created;
        } catch (JMSException | JMSRuntimeException failure) {
            throw JcaExceptionTranslation.toResourceException(failure, user);
        }
    }

    private @Nullable Credentials credentials(@Nullable Subject subject, SessionRequest request)
            throws ResourceException {
        return Credentials.of(
                subject, this, request.credentials(), mergedWith(adapter).isServerDefaultStore());
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
            if (candidate instanceof RestanteManagedConnection ours && ours.matches(request, credentials)) {
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
                    && (ours.isBroken() || !ours.session().isOpen())) {
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
    Map<String, @Nullable Object> identityProperties() {
        Map<String, @Nullable Object> all = super.identityProperties();
        all.put("clientId", clientId);
        all.put("joinDataSourceTransactions", joinDataSourceTransactions);
        return all;
    }

    /** Compares the resource adapter, too, because it supplies missing properties. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof RestanteManagedConnectionFactory that
                && super.equals(other)
                && Objects.equals(adapter, that.adapter);
    }

    /** Ignores the resource adapter, because some servers set it after they have put this object into a hash table. */
    @Override
    public final int hashCode() {
        return super.hashCode();
    }
}
