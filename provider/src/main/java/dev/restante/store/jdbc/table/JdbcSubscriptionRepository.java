package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TimeBudgetLock;
import dev.restante.model.TopicPattern;
import dev.restante.model.policy.PolicySet;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Repository of subscriptions and temporary destinations.
 *
 * <p>Transactions lock rows in this order: the node, the policies, the root of the patterns, topics by ascending id,
 * the subscription. A change to the set of a topic's subscriptions locks the topic, see {@link SubscribedTopics}, and a
 * change to the users of an entity locks the entity. HSQLDB has no row locks but only one node, so {@code entitiesLock}
 * replaces them there.
 */
public final class JdbcSubscriptionRepository implements SubscriptionRepository {

    private static final int ATTEMPTS = 20;

    private static final String UNUSED_TEMPORARY = " e WHERE e.permanent = FALSE AND e.kind <> 4"
            + " AND NOT EXISTS (SELECT 1 FROM restante_entity_using_node u WHERE u.entity = e.id) ORDER BY e.id";

    private final Database database;
    private final EntityDeleter deleter;
    private final EntityUserRows userRows;
    private final TimeBudgetLock entitiesLock;

    /**
     * Creates the repository.
     *
     * @param entitiesLock the lock for all changes that create or delete entities
     */
    public JdbcSubscriptionRepository(Database database, TimeBudgetLock entitiesLock) {
        this.database = database;
        this.deleter = new EntityDeleter(database);
        this.userRows = new EntityUserRows(database);
        this.entitiesLock = entitiesLock;
    }

    /** Runs a transaction that may detach an entity. */
    private <T> T runWithoutBatches(String failureText, ConnectionWork<T> work) {
        return database.maintenance().runWithoutBatches(() -> transaction(failureText, work));
    }

    /** Runs a transaction under {@code entitiesLock}, as the only one on this node. */
    private <T> T transaction(String failureText, ConnectionWork<T> work) {
        return entitiesLock.callLocked(
                () -> database.failFast().trackedTransaction(failureText, work),
                () -> CallDeadline.timedOut(failureText));
    }

    @Override
    public Optional<SubscriptionSet> read(long topicId) {
        return database.read(
                "The subscriptions of topic " + topicId + " cannot be read",
                connection -> SubscriptionSetRows.read(connection, topicId));
    }

    @Override
    public List<Entity> withPattern() {
        return database.read(
                "The subscriptions to topics by pattern cannot be read",
                connection -> EntityRows.list(connection, " WHERE parent = ?", TopicPattern.ROOT_ID));
    }

    @Override
    public CreateResult create(SubscriptionTarget target, EntityOptions options, List<SubscriptionRule> rules) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction(
                        "Subscription " + DisplayText.quote(target.name()) + " cannot be created",
                        connection -> createInTopic(connection, target, options, rules));
            } catch (StoreException e) {
                // Another node may have created the subscription for another topic between the query and the insert.
                if (e.kind() != StoreFailureKind.CONSTRAINT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private CreateResult createInTopic(
            Connection connection, SubscriptionTarget target, EntityOptions options, List<SubscriptionRule> rules)
            throws SQLException {
        PolicySet policies = PolicyRows.read(connection, database.dialect().forShare());
        SubscribedTopics.Parent parent = parent(target);
        List<Entity> topics = SubscribedTopics.lock(connection, database.dialect(), List.of(parent));
        if (parent.pattern() == null && topics.isEmpty()) {
            return CreateRejection.NO_TOPIC;
        }
        if (EntityRows.find(connection, EntityKind.SUBSCRIPTION, target.name(), "")
                .isPresent()) {
            return CreateRejection.EXISTS;
        }
        if (parent.pattern() != null && SubscribedTopics.isFull(connection, parent.pattern())) {
            return CreateRejection.TOO_MANY_PATTERNS;
        }
        Entity created = insert(connection, topics, target, options, policies);
        if (!rules.equals(
                List.of(SubscriptionRule.defaultRule(target.subscription().selector())))) {
            SubscriptionRuleRows.createOwnRules(connection, created.id(), rules);
        }
        return new CreatedSubscription(created);
    }

    @Override
    public JoinResult join(SubscriptionTarget target, long incarnation) {
        String failureText = "Subscription " + DisplayText.quote(target.name()) + " cannot be opened";
        for (int attempt = 1; ; attempt++) {
            // The first attempt does not lock the topic, which is enough for an existing subscription.
            boolean quick = attempt == 1;
            try {
                return transaction(failureText, connection -> (quick
                                ? joinExisting(connection, target, incarnation)
                                : joinWithTopic(connection, target, incarnation))
                        .orElseThrow(() -> new NotJoinedException(failureText)));
            } catch (StoreException e) {
                // Another node may have created the subscription between the query and the insert.
                boolean again = e instanceof NotJoinedException || e.kind() == StoreFailureKind.CONSTRAINT;
                if (!again || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /**
     * Failure of an attempt that has changed nothing and needs another one. Its transaction is rolled back: if it
     * committed, and the answer was lost, its outcome would be reported as that of the call.
     */
    private static final class NotJoinedException extends StoreException {
        private static final long serialVersionUID = 1L;

        NotJoinedException(String failureText) {
            super(
                    StoreFailureKind.UNAVAILABLE,
                    failureText + ", because it repeatedly changes at the same time. Try again",
                    null);
        }
    }

    /** Returns an empty result if joining requires a change to the set of the topic's subscriptions. */
    private Optional<JoinResult> joinExisting(Connection connection, SubscriptionTarget target, long incarnation)
            throws SQLException {
        userRows.requireAlive(connection, incarnation);
        Optional<Entity> found = EntityRows.find(
                connection,
                EntityKind.SUBSCRIPTION,
                target.name(),
                database.dialect().forUpdate());
        if (found.isEmpty() || !matches(found.get(), target)) {
            return Optional.empty();
        }
        boolean used = EntityUserRows.isUsed(connection, found.get().id());
        if (used && !target.subscription().kind().shared()) {
            return Optional.of(JoinRejection.IN_USE);
        }
        if (!used && !target.subscription().kind().durable()) {
            return Optional.empty();
        }
        EntityUserRows.addUser(connection, found.get().id(), incarnation);
        return Optional.of(new JoinedSubscription(found.get(), false, List.of()));
    }

    /** Returns an empty result if another transaction has changed the subscription meanwhile. */
    private Optional<JoinResult> joinWithTopic(Connection connection, SubscriptionTarget target, long incarnation)
            throws SQLException {
        userRows.requireAlive(connection, incarnation);
        PolicySet policies = PolicyRows.read(connection, database.dialect().forShare());
        SubscribedTopics.Parent parent = parent(target);
        Set<SubscribedTopics.Parent> parents = new HashSet<>(Set.of(parent));
        EntityRows.find(connection, EntityKind.SUBSCRIPTION, target.name(), "")
                .ifPresent(seen -> parents.add(SubscribedTopics.Parent.of(seen)));
        List<Entity> topics = SubscribedTopics.lock(connection, database.dialect(), parents);
        if (parent.pattern() == null && topics.stream().noneMatch(topic -> topic.id() == target.topicId())) {
            return Optional.of(JoinRejection.NO_TOPIC);
        }
        List<Entity> replaced = List.of();
        Optional<Entity> found = EntityRows.find(
                connection,
                EntityKind.SUBSCRIPTION,
                target.name(),
                database.dialect().forUpdate());
        if (found.isPresent()) {
            Entity existing = found.get();
            SubscriptionKind kind = target.subscription().kind();
            boolean used = EntityUserRows.isUsed(connection, existing.id());
            if (!parents.contains(SubscribedTopics.Parent.of(existing))) {
                return Optional.empty();
            } else if (kindOf(existing) != kind) {
                return Optional.of(JoinRejection.CONFLICT);
            } else if (used && !kind.shared()) {
                return Optional.of(JoinRejection.IN_USE);
            } else if (matches(existing, target) && (used || kind.durable())) {
                EntityUserRows.addUser(connection, existing.id(), incarnation);
                return Optional.of(new JoinedSubscription(existing, false, List.of()));
            } else if (used) {
                return Optional.of(JoinRejection.CONFLICT);
            }
            replaced = deleter.detach(connection, existing);
        }
        if (parent.pattern() != null && SubscribedTopics.isFull(connection, parent.pattern())) {
            return Optional.of(JoinRejection.TOO_MANY_PATTERNS);
        }
        Entity inserted = insert(connection, topics, target, EntityOptions.DEFAULT, policies);
        EntityUserRows.addUser(connection, inserted.id(), incarnation);
        return Optional.of(new JoinedSubscription(inserted, true, replaced));
    }

    private static SubscribedTopics.Parent parent(SubscriptionTarget target) {
        return new SubscribedTopics.Parent(
                target.topicId(), target.subscription().topicPattern());
    }

    /** Inserts a subscription after its topics were locked. */
    private Entity insert(
            Connection connection,
            List<Entity> topics,
            SubscriptionTarget target,
            EntityOptions options,
            PolicySet policies)
            throws SQLException {
        boolean durable = target.subscription().kind().durable();
        long id = EntityRows.nextId(connection, database.dialect());
        long deadLetterId = durable ? EntityRows.nextId(connection, database.dialect()) : 0;
        Entity plain = new Entity(
                id,
                EntityKind.SUBSCRIPTION,
                target.name(),
                target.topicId(),
                deadLetterId,
                options,
                1,
                durable,
                target.subscription());
        Map<Long, String> topicNames = topics.stream().collect(Collectors.toMap(Entity::id, Entity::name));
        String fullName = plain.fullName(topicNames::get);
        Entity subscription = policies.apply(plain, fullName);
        EntityRows.insert(connection, subscription);
        if (durable) {
            EntityRows.insertDeadLetterQueue(connection, subscription, fullName, policies);
        }
        SubscribedTopics.incrementVersions(connection, parent(target));
        return subscription;
    }

    @Override
    public boolean addUser(long entityId, boolean exclusive, long incarnation) {
        return transaction("This node cannot use entity " + entityId, connection -> {
            userRows.requireAlive(connection, incarnation);
            Optional<Entity> found = lockRow(connection, entityId);
            if (found.isEmpty()
                    || EntityRows.isBeingDeleted(found.get())
                    || (exclusive && EntityUserRows.isUsed(connection, entityId))) {
                return false;
            }
            EntityUserRows.addUser(connection, entityId, incarnation);
            return true;
        });
    }

    @Override
    public Optional<Entity> leave(long entityId, long incarnation) {
        return runWithoutBatches("This node cannot end its use of entity " + entityId, connection -> {
            Optional<Entity> seen = EntityRows.find(connection, entityId, "");
            if (seen.isEmpty()) {
                return Optional.empty();
            }
            if (!seen.get().permanent()) {
                lockTopics(connection, seen.get());
            }
            Optional<Entity> found = lockRow(connection, entityId);
            EntityUserRows.removeUser(connection, entityId, incarnation);
            if (found.isEmpty() || found.get().permanent() || EntityUserRows.isUsed(connection, entityId)) {
                return Optional.empty();
            }
            deleter.detach(connection, found.get());
            return found;
        });
    }

    @Override
    public RemovalResult removeIfUnused(String name) {
        return remove(name, false);
    }

    @Override
    public RemovalResult remove(String name) {
        return remove(name, true);
    }

    @Override
    public Set<Long> usedEntities(Collection<Long> entityIds) {
        return database.read("The users of entities cannot be read", connection -> {
            Set<Long> used = new TreeSet<>();
            for (long entityId : entityIds) {
                if (EntityUserRows.isUsed(connection, entityId)) {
                    used.add(entityId);
                }
            }
            return used;
        });
    }

    private RemovalResult remove(String name, boolean evenIfUsed) {
        return runWithoutBatches("Subscription " + DisplayText.quote(name) + " cannot be deleted", connection -> {
            Optional<Entity> seen = EntityRows.find(connection, EntityKind.SUBSCRIPTION, name, "");
            if (seen.isEmpty() || !seen.get().permanent()) {
                return RemovalRejection.UNKNOWN;
            }
            lockTopics(connection, seen.get());
            Optional<Entity> found = lockRow(connection, seen.get().id());
            if (found.isEmpty()) {
                return RemovalRejection.UNKNOWN;
            }
            if (!evenIfUsed && EntityUserRows.isUsed(connection, found.get().id())) {
                return RemovalRejection.IN_USE;
            }
            deleter.detach(connection, found.get());
            return new RemovedSubscription(found.get());
        });
    }

    @Override
    public Entity createTemporary(EntityKind kind, String name, long incarnation) {
        return transaction("Temporary destination " + DisplayText.quote(name) + " cannot be created", connection -> {
            userRows.requireAlive(connection, incarnation);
            long id = EntityRows.nextId(connection, database.dialect());
            boolean queue = kind == EntityKind.QUEUE;
            long deadLetterId = queue ? EntityRows.nextId(connection, database.dialect()) : 0;
            Entity entity = new Entity(id, kind, name, 0, deadLetterId, EntityOptions.DEFAULT, 1, false, null);
            EntityRows.insert(connection, entity);
            if (queue) {
                EntityRows.insertDeadLetterQueue(connection, entity, name, PolicySet.EMPTY);
            }
            EntityUserRows.addUser(connection, id, incarnation);
            return entity;
        });
    }

    @Override
    public List<Entity> removeUnusedTemporary() {
        List<Entity> found = database.read(
                "The unused temporary entities cannot be read",
                connection -> EntityRows.listWithDeleted(connection, UNUSED_TEMPORARY));
        List<Entity> unused = new ArrayList<>();
        for (Entity entity : found) {
            if (EntityRows.isBeingDeleted(entity)) {
                unused.add(entity);
            } else {
                unused.addAll(detachUnused(entity));
            }
        }
        return unused;
    }

    private List<Entity> detachUnused(Entity entity) {
        return runWithoutBatches("Entity " + entity.id() + " cannot be deleted", connection -> {
            lockTopics(connection, entity);
            Optional<Entity> found = lockRow(connection, entity.id());
            return found.isEmpty() || EntityUserRows.isUsed(connection, entity.id())
                    ? List.<Entity>of()
                    : deleter.detach(connection, found.get());
        });
    }

    @Override
    public void purge(Entity removedEntity) {
        deleter.purge(removedEntity);
    }

    private void lockTopics(Connection connection, Entity entity) throws SQLException {
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            SubscribedTopics.lock(connection, database.dialect(), List.of(SubscribedTopics.Parent.of(entity)));
        }
    }

    private Optional<Entity> lockRow(Connection connection, long id) throws SQLException {
        return EntityRows.find(connection, id, database.dialect().forUpdate());
    }

    private static @Nullable SubscriptionKind kindOf(Entity entity) {
        Subscription subscription = entity.subscription();
        return subscription == null ? null : subscription.kind();
    }

    private static boolean matches(Entity entity, SubscriptionTarget target) {
        Subscription subscription = entity.subscription();
        return subscription != null
                && entity.parentId() == target.topicId()
                && subscription.kind() == target.subscription().kind()
                && subscription.continuesAs(target.subscription());
    }
}
