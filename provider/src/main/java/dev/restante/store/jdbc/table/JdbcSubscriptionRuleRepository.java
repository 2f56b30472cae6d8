package dev.restante.store.jdbc.table;

import dev.restante.model.CallLock;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRuleRepository;
import dev.restante.store.SubscriptionRules;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The rules of subscriptions in a table, one row for each. Who changes them locks the topic, then the subscription, as
 * {@link JdbcSubscriptionRepository} does.
 */
public final class JdbcSubscriptionRuleRepository implements SubscriptionRuleRepository {

    /** Changes the rows of a subscription that has some. */
    private interface Change {
        Changing in(Connection connection) throws SQLException;
    }

    private final Database database;
    private final CallLock lock;

    /** {@code lock} is held by all who change which entities there are. */
    public JdbcSubscriptionRuleRepository(Database database, CallLock lock) {
        this.database = database;
        this.lock = lock;
    }

    @Override
    public Optional<SubscriptionRules> read(long subscriptionId) {
        return database.read("the rules of the subscription " + subscriptionId + " can't be read", connection -> {
            Optional<Entity> found = find(connection, subscriptionId, "");
            return found.isEmpty()
                    ? Optional.<SubscriptionRules>empty()
                    : Optional.of(RuleRows.of(connection, found.get()));
        });
    }

    @Override
    public Changing add(long subscriptionId, SubscriptionRule rule) {
        return change(subscriptionId, connection -> {
            if (RuleRows.exists(connection, subscriptionId, rule.name())) {
                return Changing.EXISTS;
            }
            if (RuleRows.count(connection, subscriptionId) >= MOST_RULES) {
                return Changing.TOO_MANY;
            }
            RuleRows.insert(connection, subscriptionId, rule);
            return Changing.DONE;
        });
    }

    @Override
    public Changing replace(long subscriptionId, SubscriptionRule rule) {
        return change(
                subscriptionId,
                connection -> RuleRows.update(connection, subscriptionId, rule) ? Changing.DONE : Changing.NO_RULE);
    }

    @Override
    public Changing remove(long subscriptionId, String name) {
        return change(
                subscriptionId,
                connection -> RuleRows.delete(connection, subscriptionId, name) ? Changing.DONE : Changing.NO_RULE);
    }

    private Changing change(long subscriptionId, Change change) {
        String doing = "the rules of the subscription " + subscriptionId + " can't be changed";
        return lock.holding(
                () -> database.impatient()
                        .knownTransaction(doing, connection -> change(connection, subscriptionId, change)),
                () -> CallDeadline.tooLate(doing));
    }

    private Changing change(Connection connection, long subscriptionId, Change change) throws SQLException {
        Optional<Entity> seen = find(connection, subscriptionId, "");
        if (seen.isEmpty()) {
            return Changing.NO_SUBSCRIPTION;
        }
        String forUpdate = database.dialect().forUpdate();
        EntityRows.find(connection, seen.get().parentId(), forUpdate);
        Optional<Entity> found = find(connection, subscriptionId, forUpdate);
        if (found.isEmpty()) {
            return Changing.NO_SUBSCRIPTION;
        }
        RuleRows.makeOwn(connection, found.get());
        Changing changing = change.in(connection);
        if (changing == Changing.DONE) {
            EntityRemoval.countUp(connection, found.get().parentId());
        }
        return changing;
    }

    private static Optional<Entity> find(Connection connection, long subscriptionId, String lock) throws SQLException {
        return EntityRows.find(connection, subscriptionId, lock)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION);
    }
}
