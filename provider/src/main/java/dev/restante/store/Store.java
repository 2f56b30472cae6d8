package dev.restante.store;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An open database with Restante's schema in it: the only place where nodes meet. Thread-safe. */
public interface Store extends AutoCloseable {

    /**
     * The traits of a store that a node must know.
     *
     * @param description the database and where it is, without secrets, for messages and logs
     * @param product the name of the database product
     * @param exclusive whether no other process can have it open (an embedded file store)
     * @param schemaVersion of its tables
     * @param pipelines how many batches it executes side by side with profit
     * @param sharesFlushes whether transactions that commit side by side share a flush of its log, so that what needs
     *     no order is better committed beside the rest
     * @param files the path of the database without an ending, null unless it is embedded and in files
     */
    record Traits(
            String description,
            String product,
            boolean exclusive,
            int schemaVersion,
            int pipelines,
            boolean sharesFlushes,
            @Nullable Path files) {}

    Traits traits();

    /**
     * Sets the clock by which the store dates rows that it keeps for a time, in epoch milliseconds; until then it uses
     * the wall clock of this machine.
     */
    void followClock(LongSupplier storeMillis);

    Membership membership();

    EntityRepository entities();

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

    QuotaShareRepository quotaShares();

    BufferStockRepository bufferStocks();

    LastValueRepository lastValues();

    HistoryRepository history();

    DeliveryInspector inspector();

    NodeRequestRepository requests();

    /** Redrives in the background. */
    RedriveJobRepository redriveJobs();

    /** What became of commits whose answers were lost. */
    OutcomeRepository outcomes();

    /** Transactions of the application on connections of its own. */
    ApplicationTransactions applicationTransactions();

    /** Wake-ups between nodes. */
    Signals signals();

    /** The writer of one pipeline of an incarnation that has joined. */
    BatchWriter openWriter(long incarnation, int pipeline);

    /**
     * Whether the database accepts a user and a password.
     *
     * @throws StoreException if it can't be asked, or a given data source takes no credentials
     */
    boolean authenticate(String user, String password);

    /**
     * Does what the database needs now and then, such as a checkpoint when its log has grown. Cheap when there is
     * nothing to do. The broker calls it between two batches of the first pipeline, while no batch of this node is
     * under way there.
     */
    void maintain();

    /** Closes all connections; an embedded database is shut down and its file lock released. */
    @Override
    void close();
}
