package dev.restante.ra.outbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.server.DataSourceTransactionProvider;
import dev.restante.ra.server.JndiDataSource;
import dev.restante.ra.store.ConnectionFactoryBuilder;
import dev.restante.ra.store.StoreSettings;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Factory that opens the sessions of a connection factory's managed connections on its configured store. Thread-safe.
 *
 * <p>A transaction manager enlists its sessions, or they join the transactions of the server's data source.
 */
public final class StoreAccess {

    private final RestanteXAConnectionFactory factory;
    private final RestanteXAConnectionFactory recoveryFactory;
    private final StoreSettings settings;
    private final @Nullable DataSourceTransactionProvider dataSourceTransactions;
    private final @Nullable ConnectionFactory jdbcTransactionFactory;

    private StoreAccess(
            RestanteXAConnectionFactory factory,
            RestanteXAConnectionFactory recoveryFactory,
            StoreSettings settings,
            @Nullable DataSourceTransactionProvider dataSourceTransactions) {
        this.factory = factory;
        this.recoveryFactory = recoveryFactory;
        this.settings = settings;
        this.dataSourceTransactions = dataSourceTransactions;
        this.jdbcTransactionFactory =
                dataSourceTransactions == null ? null : factory.joiningTransactions(dataSourceTransactions);
    }

    /**
     * Returns the access for a configuration, without a connection.
     *
     * @throws InvalidPropertyException that names the property, its value and the remedy
     */
    public static StoreAccess of(
            StoreSettings settings,
            @Nullable String clientId,
            boolean joinDataSourceTransactions,
            Supplier<TransactionSynchronizationRegistry> registry)
            throws InvalidPropertyException {
        RestanteXAConnectionFactory factory = ConnectionFactoryBuilder.factory(settings, clientId);
        RestanteXAConnectionFactory recoveryFactory =
                clientId == null ? factory : ConnectionFactoryBuilder.factory(settings, null);
        if (!joinDataSourceTransactions) {
            return new StoreAccess(factory, recoveryFactory, settings, null);
        }
        String dataSource = settings.dataSource();
        if (dataSource == null) {
            throw new InvalidPropertyException(
                    "Property joinDataSourceTransactions 'true' needs the property dataSource, whose transactions"
                            + " the sessions join. Set dataSource, or remove joinDataSourceTransactions.");
        }
        return new StoreAccess(
                factory,
                recoveryFactory,
                settings,
                new DataSourceTransactionProvider(JndiDataSource.of(dataSource), registry));
    }

    /** Returns the connection factories that must be closed at the end. */
    public Set<RestanteXAConnectionFactory> factories() {
        return Set.copyOf(List.of(factory, recoveryFactory));
    }

    public PhysicalSession open(SessionKind kind, @Nullable Credentials credentials)
            throws JMSException, ResourceException {
        JndiDataSource.requireBound(settings.dataSource());
        if (jdbcTransactionFactory != null) {
            return kind.openInJdbcTransactions(jdbcTransactionFactory, credentials);
        }
        return kind.openXa(kind == SessionKind.RECOVERY ? recoveryFactory : factory, credentials);
    }

    /** Returns the transactions that sessions join, or null if sessions do not join any. */
    @Nullable
    public DataSourceTransactionProvider dataSourceTransactions() {
        return dataSourceTransactions;
    }
}
