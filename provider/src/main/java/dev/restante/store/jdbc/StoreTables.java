package dev.restante.store.jdbc;

import dev.restante.model.TimeBudgetLock;
import dev.restante.store.BodyRepository;
import dev.restante.store.BranchRepository;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.EntityRepository;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.HistoryRepository;
import dev.restante.store.InFlightShareRepository;
import dev.restante.store.LastValueRepository;
import dev.restante.store.Membership;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.PolicyRepository;
import dev.restante.store.PrefetchCountRepository;
import dev.restante.store.ReceiveAttemptRepository;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.SettingRepository;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRuleRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.table.JdbcBodyRepository;
import dev.restante.store.jdbc.table.JdbcBranchRepository;
import dev.restante.store.jdbc.table.JdbcCommitOutcomeRepository;
import dev.restante.store.jdbc.table.JdbcDuplicateIdRepository;
import dev.restante.store.jdbc.table.JdbcEntityRepository;
import dev.restante.store.jdbc.table.JdbcEntityUseRepository;
import dev.restante.store.jdbc.table.JdbcHistoryRepository;
import dev.restante.store.jdbc.table.JdbcInFlightShareRepository;
import dev.restante.store.jdbc.table.JdbcLastValueRepository;
import dev.restante.store.jdbc.table.JdbcMembership;
import dev.restante.store.jdbc.table.JdbcMessageGroupRepository;
import dev.restante.store.jdbc.table.JdbcNodeRequestRepository;
import dev.restante.store.jdbc.table.JdbcPolicyRepository;
import dev.restante.store.jdbc.table.JdbcPrefetchCountRepository;
import dev.restante.store.jdbc.table.JdbcReceiveAttemptRepository;
import dev.restante.store.jdbc.table.JdbcRedriveJobRepository;
import dev.restante.store.jdbc.table.JdbcSettingRepository;
import dev.restante.store.jdbc.table.JdbcSubscriptionRepository;
import dev.restante.store.jdbc.table.JdbcSubscriptionRuleRepository;

/** Base class of the JDBC store that creates and returns the repositories, one for each table. */
abstract sealed class StoreTables implements Store permits JdbcStore {

    private final Membership membership;
    private final EntityRepository entities;
    private final PolicyRepository policies;
    private final SubscriptionRepository subscriptions;
    private final SubscriptionRuleRepository subscriptionRules;
    private final DuplicateIdRepository duplicateIds;
    private final ReceiveAttemptRepository receiveAttempts;
    private final MessageGroupRepository messageGroups;
    private final BranchRepository branches;
    private final BodyRepository bodies;
    private final InFlightShareRepository inFlightShares;
    private final PrefetchCountRepository prefetchCounts;
    private final LastValueRepository lastValues;
    private final EntityUseRepository entityUses;
    private final SettingRepository settings;
    private final NodeRequestRepository requests;
    private final RedriveJobRepository redriveJobs;
    private final CommitOutcomeRepository commitOutcomes;
    private final HistoryRepository history;

    /** Creates the repositories; {@code exclusive} is true if only one process can open the database. */
    StoreTables(Database database, boolean exclusive) {
        TimeBudgetLock entitiesLock = new TimeBudgetLock();
        this.membership = new JdbcMembership(database.reserved(), exclusive);
        this.entities = new JdbcEntityRepository(database, entitiesLock);
        this.policies = new JdbcPolicyRepository(database, entitiesLock);
        this.subscriptions = new JdbcSubscriptionRepository(database, entitiesLock);
        this.subscriptionRules = new JdbcSubscriptionRuleRepository(database, entitiesLock);
        this.inFlightShares = new JdbcInFlightShareRepository(database);
        this.prefetchCounts = new JdbcPrefetchCountRepository(database);
        this.lastValues = new JdbcLastValueRepository(database);
        this.entityUses = new JdbcEntityUseRepository(database, entitiesLock);
        this.duplicateIds = new JdbcDuplicateIdRepository(database);
        this.receiveAttempts = new JdbcReceiveAttemptRepository(database);
        this.messageGroups = new JdbcMessageGroupRepository(database);
        this.branches = new JdbcBranchRepository(database);
        this.bodies = new JdbcBodyRepository(database);
        this.settings = new JdbcSettingRepository(database);
        this.requests = new JdbcNodeRequestRepository(database);
        this.redriveJobs = new JdbcRedriveJobRepository(database);
        this.commitOutcomes = new JdbcCommitOutcomeRepository(database);
        this.history = new JdbcHistoryRepository(database);
    }

    @Override
    public final Membership membership() {
        return membership;
    }

    @Override
    public final EntityRepository entities() {
        return entities;
    }

    @Override
    public final PolicyRepository policies() {
        return policies;
    }

    @Override
    public final SubscriptionRepository subscriptions() {
        return subscriptions;
    }

    @Override
    public final SubscriptionRuleRepository subscriptionRules() {
        return subscriptionRules;
    }

    @Override
    public final DuplicateIdRepository duplicateIds() {
        return duplicateIds;
    }

    @Override
    public final ReceiveAttemptRepository receiveAttempts() {
        return receiveAttempts;
    }

    @Override
    public final MessageGroupRepository messageGroups() {
        return messageGroups;
    }

    @Override
    public final BranchRepository branches() {
        return branches;
    }

    @Override
    public final BodyRepository bodies() {
        return bodies;
    }

    @Override
    public final InFlightShareRepository inFlightShares() {
        return inFlightShares;
    }

    @Override
    public final PrefetchCountRepository prefetchCounts() {
        return prefetchCounts;
    }

    @Override
    public final LastValueRepository lastValues() {
        return lastValues;
    }

    @Override
    public final HistoryRepository history() {
        return history;
    }

    @Override
    public final EntityUseRepository entityUses() {
        return entityUses;
    }

    @Override
    public final SettingRepository settings() {
        return settings;
    }

    @Override
    public final NodeRequestRepository nodeRequests() {
        return requests;
    }

    @Override
    public final RedriveJobRepository redriveJobs() {
        return redriveJobs;
    }

    @Override
    public final CommitOutcomeRepository commitOutcomes() {
        return commitOutcomes;
    }
}
