package dev.restante.ra.outbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.server.NamedDataSource;
import dev.restante.ra.server.ServerTransactions;
import dev.restante.ra.store.StoreSettings;
import dev.restante.ra.store.Stores;
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
 * The access of one connection factory's managed connections to their store: with sessions that a transaction manager
 * enlists, or with such as join the transactions of the server's data source. Thread-safe.
 */
public final class StoreAccess {

    private final RestanteXAConnectionFactory factory;
    private final RestanteXAConnectionFactory recovery;
    private final StoreSettings settings;
    private final @Nullable ServerTransactions joined;
    private final @Nullable ConnectionFactory joining;

    private StoreAccess(
            RestanteXAConnectionFactory factory,
            RestanteXAConnectionFactory recovery,
            StoreSettings settings,
            @Nullable ServerTransactions joined) {
        this.factory = factory;
        this.recovery = recovery;
        this.settings = settings;
        this.joined = joined;
        this.joining = joined == null ? null : factory.joining(joined);
    }

    /**
     * As configured; nothing is connected.
     *
     * @param registry asked for transactions if they are to be joined
     * @throws InvalidPropertyException that names the property, its value and the remedy
     */
    public static StoreAccess of(
            StoreSettings settings,
            @Nullable String clientId,
            boolean joinTransactions,
            Supplier<TransactionSynchronizationRegistry> registry)
            throws InvalidPropertyException {
        RestanteXAConnectionFactory factory = Stores.factory(settings, clientId);
        RestanteXAConnectionFactory recovery = clientId == null ? factory : Stores.factory(settings, null);
        if (!joinTransactions) {
            return new StoreAccess(factory, recovery, settings, null);
        }
        String dataSource = settings.dataSource();
        if (dataSource == null) {
            throw new InvalidPropertyException(
                    "Property joinTransactions 'true' needs property dataSource, whose transactions the sessions join; set that, or leave joinTransactions out");
        }
        return new StoreAccess(
                factory, recovery, settings, new ServerTransactions(NamedDataSource.of(dataSource), registry));
    }

    /** What has to be closed at the end. */
    public Set<RestanteXAConnectionFactory> factories() {
        return Set.copyOf(List.of(factory, recovery));
    }

    /** Connects. */
    public PhysicalSession open(SessionKind kind, @Nullable Credentials credentials)
            throws JMSException, ResourceException {
        NamedDataSource.check(settings.dataSource());
        if (joining != null) {
            return kind.join(joining, credentials);
        }
        return kind.open(kind == SessionKind.RECOVERY ? recovery : factory, credentials);
    }

    /** What tells whether the thread is in a transaction that sessions join; null if sessions don't. */
    @Nullable
    public ServerTransactions joined() {
        return joined;
    }
}
