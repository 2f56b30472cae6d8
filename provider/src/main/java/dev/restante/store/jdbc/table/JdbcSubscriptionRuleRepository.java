package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.TimeBudgetLock;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRuleRepository;
import dev.restante.store.SubscriptionRules;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Repository of the rules of subscriptions, one row for each rule. A change locks the topics, then the subscription,
 * like {@link JdbcSubscriptionRepository}.
 */
public final class JdbcSubscriptionRuleRepository implements SubscriptionRuleRepository {

    /** Function that changes the rule rows of a subscription. */
    private interface RuleChange {
        RuleChangeResult in(Connection connection) throws SQLException;
    }

    private final Database database;
    private final TimeBudgetLock entitiesLock;

    /**
     * Creates the repository.
     *
     * @param entitiesLock the lock for all changes that create or delete entities
     */
    public JdbcSubscriptionRuleRepository(Database database, TimeBudgetLock entitiesLock) {
        this.database = database;
        this.entitiesLock = entitiesLock;
    }

    @Override
    public Optional<SubscriptionRules> read(long subscriptionId) {
        return database.read("The rules of subscription " + subscriptionId + " cannot be read", connection -> {
            Optional<Entity> found = find(connection, subscriptionId, "");
            return found.isEmpty()
                    ? Optional.<SubscriptionRules>empty()
                    : Optional.of(SubscriptionRuleRows.rulesOf(connection, found.get()));
        });
    }

    @Override
    public RuleChangeResult add(long subscriptionId, SubscriptionRule rule) {
        return change(subscriptionId, connection -> {
            if (SubscriptionRuleRows.exists(connection, subscriptionId, rule.name())) {
                return RuleChangeResult.EXISTS;
            }
            if (SubscriptionRuleRows.count(connection, subscriptionId) >= MAX_RULES) {
                return RuleChangeResult.TOO_MANY;
            }
            SubscriptionRuleRows.insert(connection, subscriptionId, rule);
            return RuleChangeResult.DONE;
        });
    }

    @Override
    public RuleChangeResult replace(long subscriptionId, SubscriptionRule rule) {
        return change(
                subscriptionId,
                connection -> SubscriptionRuleRows.update(connection, subscriptionId, rule)
                        ? RuleChangeResult.DONE
                        : RuleChangeResult.NO_RULE);
    }

    @Override
    public RuleChangeResult remove(long subscriptionId, String name) {
        return change(
                subscriptionId,
                connection -> SubscriptionRuleRows.delete(connection, subscriptionId, name)
                        ? RuleChangeResult.DONE
                        : RuleChangeResult.NO_RULE);
    }

    private RuleChangeResult change(long subscriptionId, RuleChange change) {
        String failureText = "The rules of subscription " + subscriptionId + " cannot be changed";
        return entitiesLock.callLocked(
                () -> database.failFast()
                        .trackedTransaction(failureText, connection -> change(connection, subscriptionId, change)),
                () -> CallDeadline.timedOut(failureText));
    }

    private RuleChangeResult change(Connection connection, long subscriptionId, RuleChange change) throws SQLException {
        Optional<Entity> seen = find(connection, subscriptionId, "");
        if (seen.isEmpty()) {
            return RuleChangeResult.NO_SUBSCRIPTION;
        }
        SubscribedTopics.Parent parent = SubscribedTopics.Parent.of(seen.get());
        SubscribedTopics.lock(connection, database.dialect(), List.of(parent));
        Optional<Entity> found =
                find(connection, subscriptionId, database.dialect().forUpdate());
        if (found.isEmpty()) {
            return RuleChangeResult.NO_SUBSCRIPTION;
        }
        SubscriptionRuleRows.createOwnRules(connection, found.get());
        RuleChangeResult changeResult = change.in(connection);
        if (changeResult == RuleChangeResult.DONE) {
            SubscribedTopics.incrementVersions(connection, parent);
        }
        return changeResult;
    }

    private static Optional<Entity> find(Connection connection, long subscriptionId, String lock) throws SQLException {
        return EntityRows.find(connection, subscriptionId, lock)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION);
    }
}
