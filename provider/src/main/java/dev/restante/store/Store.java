package dev.restante.store;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Interface of an open database with the Restante tables, which gives a node its repositories, delivery readers, batch
 * writers and signals. Nodes communicate only through the store. Thread-safe.
 */
public interface Store extends AutoCloseable {

    /**
     * Properties of the store's database that a node must know.
     *
     * @param description database and its location without secrets, for messages and logs
     * @param exclusive true if only one process can open the store (embedded store in files)
     * @param schemaVersion version of the tables
     * @param pipelines number of commit pipelines that improves throughput
     * @param groupsFlushes true if concurrent transactions share a flush of the database log; then operations that need
     *     no order commit faster in parallel
     * @param databasePath path of the files of an embedded database without an extension; null for other databases
     */
    record StoreCapabilities(
            String description,
            String product,
            boolean exclusive,
            int schemaVersion,
            int pipelines,
            boolean groupsFlushes,
            @Nullable Path databasePath) {}

    StoreCapabilities capabilities();

    /**
     * Sets the clock that dates rows with a retention time, in epoch milliseconds. Until then, the store uses the wall
     * clock of the machine.
     */
    void useClock(LongSupplier storeMillis);

    Membership membership();

    EntityRepository entities();

    PolicyRepository policies();

    SubscriptionRepository subscriptions();

    SubscriptionRuleRepository subscriptionRules();

    DuplicateIdRepository duplicateIds();

    ReceiveAttemptRepository receiveAttempts();

    MessageGroupRepository messageGroups();

    BranchRepository branches();

    DeliveryReader deliveries();

    BodyRepository bodies();

    EntityUseRepository entityUses();

    SettingRepository settings();

    InFlightShareRepository inFlightShares();

    PrefetchCountRepository prefetchCounts();

    LastValueRepository lastValues();

    HistoryRepository history();

    DeliveryInspector inspector();

    NodeRequestRepository nodeRequests();

    RedriveJobRepository redriveJobs();

    CommitOutcomeRepository commitOutcomes();

    ApplicationTransactions applicationTransactions();

    Signals signals();

    /** Opens the batch writer for a pipeline of a joined incarnation. */
    BatchWriter openWriter(long incarnation, int pipeline);

    /**
     * Returns whether the database accepts a user and a password.
     *
     * @throws StoreException if the database cannot be reached, or if the application data source accepts no
     *     credentials
     */
    boolean authenticate(String user, String password);

    /**
     * Runs due maintenance of the database, such as a checkpoint when its log has grown. The first pipeline calls this
     * between batches, so the check is cheap.
     */
    void maintain();

    /** Closes all connections. Shuts an embedded database down and releases its file lock. */
    @Override
    void close();
}
