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
import dev.restante.store.jdbc.batch.JdbcBatchWriter;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.JdbcDeliveryInspector;
import dev.restante.store.jdbc.read.JdbcDeliveryReader;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.table.JdbcBranchRepository;
import dev.restante.store.jdbc.table.JdbcDuplicateIdRepository;
import dev.restante.store.jdbc.table.JdbcEntityRepository;
import dev.restante.store.jdbc.table.JdbcEntityUseRepository;
import dev.restante.store.jdbc.table.JdbcMembership;
import dev.restante.store.jdbc.table.JdbcMessageGroupRepository;
import dev.restante.store.jdbc.table.JdbcNodeRequestRepository;
import dev.restante.store.jdbc.table.JdbcOutcomeRepository;
import dev.restante.store.jdbc.table.JdbcQuotaShareRepository;
import dev.restante.store.jdbc.table.JdbcReceiveAttemptRepository;
import dev.restante.store.jdbc.table.JdbcSettingRepository;
import dev.restante.store.jdbc.table.JdbcSubscriptionRepository;
import java.util.concurrent.locks.ReentrantLock;

/** A store in an SQL database. */
public final class JdbcStore implements Store {

    private final DatabaseProduct product;
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

    JdbcStore(DatabaseProduct product, Database database, Runnable onClose) {
        this.product = product;
        this.database = database;
        this.traits = new Traits(database.where(), product.embedded(), product.pipelines());
        this.signals = product.signals(database);
        this.onClose = onClose;
        this.membership = new JdbcMembership(database.reserved(), traits.exclusive());
        KeyedReads keyed = product.reads(database.dialect());
        this.entities = new JdbcEntityRepository(database);
        ReentrantLock entitiesLock = new ReentrantLock();
        this.subscriptions = new JdbcSubscriptionRepository(database, entitiesLock);
        this.quotaShares = new JdbcQuotaShareRepository(database);
        this.entityUses = new JdbcEntityUseRepository(database, entitiesLock);
        this.duplicateIds = new JdbcDuplicateIdRepository(database);
        this.receiveAttempts = new JdbcReceiveAttemptRepository(database);
        this.messageGroups = new JdbcMessageGroupRepository(database);
        this.branches = new JdbcBranchRepository(database);
        this.deliveries = new JdbcDeliveryReader(database, keyed);
        this.settings = new JdbcSettingRepository(database);
        this.inspector = new JdbcDeliveryInspector(database, keyed);
        this.requests = new JdbcNodeRequestRepository(database);
        this.outcomes = new JdbcOutcomeRepository(database);
        this.applicationTransactions = product.applicationTransactions(database);
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
        return new JdbcBatchWriter(
                database, product.statements(database.dialect(), incarnation, pipeline), incarnation, pipeline);
    }

    @Override
    public boolean authenticate(String user, String password) {
        return database.authenticate(user, password);
    }

    @Override
    public void maintain() {
        database.upkeep().maintain();
    }

    /** For tests. */
    public Upkeep upkeep() {
        return database.upkeep();
    }

    @Override
    public void close() {
        signals.close();
        onClose.run();
    }
}
