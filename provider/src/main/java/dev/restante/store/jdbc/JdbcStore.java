package dev.restante.store.jdbc;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.BatchWriter;
import dev.restante.store.BranchRepository;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.DeliveryReader;
import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.EntityRepository;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.Membership;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.QuotaShareRepository;
import dev.restante.store.ReceiveAttemptRepository;
import dev.restante.store.SettingRepository;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository;
import java.util.concurrent.locks.ReentrantLock;

/** A store in an SQL database. */
public final class JdbcStore implements Store {

    private final Database database;
    private final Traits traits;
    private final Signals signals;
    private final Runnable onClose;
    private final Membership membership;
    private final EntityRepository entities;
    private final SubscriptionRepository subscriptions;
    private final EntityUseRepository entityUses;
    private final QuotaShareRepository quotaShares;
    private final DuplicateIdRepository duplicateIds;
    private final ReceiveAttemptRepository receiveAttempts;
    private final MessageGroupRepository messageGroups;
    private final BranchRepository branches;
    private final DeliveryReader deliveries;
    private final SettingRepository settings;
    private final DeliveryInspector inspector;
    private final NodeRequestRepository requests;
    private final OutcomeRepository outcomes;
    private final ApplicationTransactions applicationTransactions;

    JdbcStore(Database database, Traits traits, Signals signals, Runnable onClose) {
        this.database = database;
        this.traits = traits;
        this.signals = signals;
        this.onClose = onClose;
        this.membership = new JdbcMembership(database.reserved(), traits.exclusive());
        this.entities = new JdbcEntityRepository(database);
        ReentrantLock entitiesLock = new ReentrantLock();
        this.subscriptions = new JdbcSubscriptionRepository(database, entitiesLock);
        this.quotaShares = new JdbcQuotaShareRepository(database);
        this.entityUses = new JdbcEntityUseRepository(database, entitiesLock);
        this.duplicateIds = new JdbcDuplicateIdRepository(database);
        this.receiveAttempts = new JdbcReceiveAttemptRepository(database);
        this.messageGroups = new JdbcMessageGroupRepository(database);
        this.branches = new JdbcBranchRepository(database);
        this.deliveries = new JdbcDeliveryReader(database);
        this.settings = new JdbcSettingRepository(database);
        this.inspector = new JdbcDeliveryInspector(database);
        this.requests = new JdbcNodeRequestRepository(database);
        this.outcomes = new JdbcOutcomeRepository(database);
        this.applicationTransactions = JdbcApplicationTransactions.of(database);
    }

    /**
     * Opens a database and brings its schema up to date.
     *
     * @throws dev.restante.store.StoreException if it can't be used; the text names the database, the reason and the
     *     remedy
     */
    public static JdbcStore open(StoreLocation location) {
        return open(location, true, StoreTimeouts.DEFAULT);
    }

    /**
     * Opens a database, as {@link #open(StoreLocation)} does.
     *
     * @param mayCreate whether it may have no store yet, and then gets one; if not, that is refused and nothing is left
     *     behind
     * @param timeouts for how long the database may keep anybody waiting
     */
    public static JdbcStore open(StoreLocation location, boolean mayCreate, StoreTimeouts timeouts) {
        return new StoreOpening(StoreTuning.DEFAULT, mayCreate, timeouts, Disk.REAL).open(location);
    }

    static JdbcStore open(StoreLocation location, StoreTuning tuning) {
        return open(location, tuning, Disk.REAL);
    }

    static JdbcStore open(StoreLocation location, StoreTuning tuning, Disk disk) {
        return new StoreOpening(tuning, true, StoreTimeouts.DEFAULT, disk).open(location);
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public Membership membership() {
        return membership;
    }

    @Override
    public EntityRepository entities() {
        return entities;
    }

    @Override
    public SubscriptionRepository subscriptions() {
        return subscriptions;
    }

    @Override
    public DuplicateIdRepository duplicateIds() {
        return duplicateIds;
    }

    @Override
    public ReceiveAttemptRepository receiveAttempts() {
        return receiveAttempts;
    }

    @Override
    public MessageGroupRepository messageGroups() {
        return messageGroups;
    }

    @Override
    public BranchRepository branches() {
        return branches;
    }

    @Override
    public DeliveryReader deliveries() {
        return deliveries;
    }

    @Override
    public QuotaShareRepository quotaShares() {
        return quotaShares;
    }

    @Override
    public EntityUseRepository entityUses() {
        return entityUses;
    }

    @Override
    public SettingRepository settings() {
        return settings;
    }

    @Override
    public DeliveryInspector inspector() {
        return inspector;
    }

    @Override
    public NodeRequestRepository requests() {
        return requests;
    }

    @Override
    public OutcomeRepository outcomes() {
        return outcomes;
    }

    @Override
    public ApplicationTransactions applicationTransactions() {
        return applicationTransactions;
    }

    @Override
    public Signals signals() {
        return signals;
    }

    @Override
    public BatchWriter openWriter(long incarnation, int pipeline) {
        return new JdbcBatchWriter(database, incarnation, pipeline);
    }

    @Override
    public boolean authenticate(String user, String password) {
        return database.authenticate(user, password);
    }

    @Override
    public void maintain() {
        database.upkeep().maintain();
    }

    /** Lets tests meet the moment between the look for transactions and the checkpoint. */
    void checkpointWhoeverIsInTransaction() {
        HsqldbUpkeep present = (HsqldbUpkeep) database.upkeep();
        database.read("no checkpoint can be taken", connection -> {
            present.takeCheckpoint(connection);
            return true;
        });
    }

    @Override
    public void close() {
        onClose.run();
    }
}
