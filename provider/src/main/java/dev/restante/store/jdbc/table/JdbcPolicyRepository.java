package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.TimeBudgetLock;
import dev.restante.model.policy.PolicySet;
import dev.restante.store.PolicyRepository;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.store.jdbc.rows.OptionsCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * JDBC repository of the policies. A change locks the row of the policies, and then the entities that it changes by
 * ascending id.
 */
public final class JdbcPolicyRepository implements PolicyRepository {

    private static final String FAILURE_TEXT = "The policies cannot be changed";

    private static final String SET_INHERITED =
            "UPDATE restante_entity SET inherited_options = ?, version = version + 1 WHERE id = ?";

    private final Database database;
    private final TimeBudgetLock entitiesLock;

    /**
     * Creates the repository.
     *
     * @param entitiesLock the lock for all changes that create or delete entities
     */
    public JdbcPolicyRepository(Database database, TimeBudgetLock entitiesLock) {
        this.database = database;
        this.entitiesLock = entitiesLock;
    }

    @Override
    public PolicySet read() {
        return database.read("The policies cannot be read", connection -> PolicyRows.read(connection, ""));
    }

    @Override
    public PolicyChange change(UnaryOperator<PolicySet> change, Consumer<PolicyChange> check) {
        return entitiesLock.callLocked(
                () -> database.failFast()
                        .trackedTransaction(FAILURE_TEXT, connection -> changeLocked(connection, change, check)),
                () -> CallDeadline.timedOut(FAILURE_TEXT));
    }

    private PolicyChange changeLocked(
            Connection connection, UnaryOperator<PolicySet> change, Consumer<PolicyChange> check) throws SQLException {
        PolicySet former = PolicyRows.read(connection, database.dialect().forUpdate());
        PolicySet policies = change.apply(former);
        PolicyChange result = effect(connection, policies);
        check.accept(result);
        PolicyRows.replace(connection, former, policies);
        Statements.updateEach(connection, SET_INHERITED, result.changed(), entity ->
                new Object[] {OptionsCodec.encode(entity.options().inherited()), entity.id()});
        List<Long> ids = result.changed().stream().map(Entity::id).toList();
        return new PolicyChange(policies, result.entities(), entities(connection, ids, ""));
    }

    /** Returns the result of a change, and locks the entities that change, so that their own values stay the same. */
    private PolicyChange effect(Connection connection, PolicySet policies) throws SQLException {
        SortedMap<Long, Entity> byId = new TreeMap<>();
        List<Long> ids = new ArrayList<>();
        for (Entity entity : EntityRows.list(connection, "")) {
            byId.put(entity.id(), entity);
        }
        for (Entity entity : byId.values()) {
            // A newer release wrote an unreadable entity, and knows which policies it obeys.
            if (entity.unreadableReason() == null
                    && !policies.inherited(entity, entity.fullName(id -> topicName(id, byId)))
                            .equals(entity.options().inherited())) {
                ids.add(entity.id());
            }
        }
        List<Entity> changed = entities(connection, ids, database.dialect().forUpdate()).stream()
                .map(locked -> policies.apply(locked, locked.fullName(id -> topicName(id, byId))))
                .toList();
        changed.forEach(entity -> byId.put(entity.id(), entity));
        return new PolicyChange(policies, List.copyOf(byId.values()), changed);
    }

    private static @Nullable String topicName(long id, SortedMap<Long, Entity> byId) {
        Entity topic = byId.get(id);
        return topic == null ? null : topic.name();
    }

    private static List<Entity> entities(Connection connection, List<Long> ids, String lock) throws SQLException {
        return EntityRows.listAll(
                connection, " WHERE id IN " + IdPages.PARAMETERS + " ORDER BY id" + lock, IdPages.of(ids));
    }
}
