package dev.restante.store.jdbc.table;

import dev.restante.model.CallLock;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions and temporary destinations.
 *
 * <p>Rows are locked in this order: the node, topics by ascending id, then the subscription. Who changes the set of a
 * topic's subscriptions locks the topic, who enters or removes a user locks the entity. HSQLDB has no such locks, and
 * one node only: there {@code lock} does it, which costs nothing elsewhere.
 */
public final class JdbcSubscriptionRepository implements SubscriptionRepository {

    private static final int ATTEMPTS = 20;

    private static final String ABANDONED = EntityRows.SELECT
            + " e WHERE e.lasting = FALSE AND e.kind <> 4"
            + " AND NOT EXISTS (SELECT 1 FROM restante_entity_user u WHERE u.entity = e.id) ORDER BY e.id";

    private final Database database;
    private final EntityRemoval removal;
    private final EntityUsers users;
    private final CallLock lock;

    /** {@code lock} is held by all who change which entities there are. */
    public JdbcSubscriptionRepository(Database database, CallLock lock) {
        this.database = database;
        this.removal = new EntityRemoval(database);
        this.users = new EntityUsers(database);
        this.lock = lock;
    }

    /** A transaction that may take out an entity. */
    private <T> T betweenBatches(String doing, ConnectionWork<T> work) {
        return database.upkeep().betweenBatches(() -> transaction(doing, work));
    }

    /** A transaction, of which this node runs one at a time. */
    private <T> T transaction(String doing, ConnectionWork<T> work) {
        return lock.holding(
                () -> database.impatient().knownTransaction(doing, work), () -> CallDeadline.tooLate(doing));
    }

    @Override
    public Optional<SubscriptionSet> read(long topicId) {
        return database.read(
                "the subscriptions of the topic " + topicId + " can't be read",
                connection -> SubscriptionSetRows.read(connection, topicId));
    }

    @Override
    public Creating create(Wanted wanted, EntityOptions options, List<SubscriptionRule> rules) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction(
                        "the subscription " + ShownText.quoted(wanted.name()) + " can't be created",
                        connection -> createInTopic(connection, wanted, options, rules));
            } catch (StoreException e) {
                // Another node may have created it for another topic between the look and the insert.
                if (e.kind() != Kind.CONSTRAINT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Creating createInTopic(
            Connection connection, Wanted wanted, EntityOptions options, List<SubscriptionRule> rules)
            throws SQLException {
        if (lockRow(connection, wanted.topicId()).isEmpty()) {
            return NotCreated.NO_TOPIC;
        }
        if (EntityRows.find(connection, EntityKind.SUBSCRIPTION, wanted.name(), "")
                .isPresent()) {
            return NotCreated.EXISTS;
        }
        Entity created = insert(connection, wanted, options);
        if (!rules.equals(
                List.of(SubscriptionRule.byDefault(wanted.subscription().selector())))) {
            RuleRows.makeOwn(connection, created.id(), rules);
        }
        return new Created(created);
    }

    @Override
    public Joining join(Wanted wanted, long incarnation) {
        String doing = "the subscription " + ShownText.quoted(wanted.name()) + " can't be joined";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            // The first attempt leaves the topic alone, which is enough for a subscription that exists.
            boolean quick = attempt == 1;
            try {
                Optional<Joining> joining = transaction(
                        doing,
                        connection -> quick
                                ? joinAsItIs(connection, wanted, incarnation)
                                : joinWithTopic(connection, wanted, incarnation));
                if (joining.isPresent()) {
                    return joining.get();
                }
            } catch (StoreException e) {
                // Another node may have created it between the look and the insert.
                if (e.kind() != Kind.CONSTRAINT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
        throw new StoreException(Kind.UNAVAILABLE, doing + ": others keep changing it", null);
    }

    /** Empty if that takes a change of the topic's subscriptions. */
    private Optional<Joining> joinAsItIs(Connection connection, Wanted wanted, long incarnation) throws SQLException {
        users.requireAlive(connection, incarnation);
        Optional<Entity> found = EntityRows.find(
                connection,
                EntityKind.SUBSCRIPTION,
                wanted.name(),
                database.dialect().forUpdate());
        if (found.isEmpty() || !same(found.get(), wanted)) {
            return Optional.empty();
        }
        boolean used = EntityUsers.isUsed(connection, found.get().id());
        if (used && !wanted.subscription().kind().shared()) {
            return Optional.of(Refused.IN_USE);
        }
        if (!used && !wanted.subscription().kind().durable()) {
            return Optional.empty();
        }
        EntityUsers.addUser(connection, found.get().id(), incarnation);
        return Optional.of(new Joined(found.get(), List.of()));
    }

    /** Empty if somebody has changed something meanwhile. */
    private Optional<Joining> joinWithTopic(Connection connection, Wanted wanted, long incarnation)
            throws SQLException {
        users.requireAlive(connection, incarnation);
        Set<Long> topicIds = new TreeSet<>(Set.of(wanted.topicId()));
        EntityRows.find(connection, EntityKind.SUBSCRIPTION, wanted.name(), "")
                .ifPresent(seen -> topicIds.add(seen.parentId()));
        Entity topic = null;
        for (long topicId : topicIds) {
            Optional<Entity> locked = lockRow(connection, topicId);
            if (topicId == wanted.topicId()) {
                topic = locked.orElse(null);
            }
        }
        if (topic == null) {
            return Optional.of(Refused.NO_TOPIC);
        }
        List<Entity> replaced = List.of();
        Optional<Entity> found = EntityRows.find(
                connection,
                EntityKind.SUBSCRIPTION,
                wanted.name(),
                database.dialect().forUpdate());
        if (found.isPresent()) {
            Entity existing = found.get();
            SubscriptionKind kind = wanted.subscription().kind();
            boolean used = EntityUsers.isUsed(connection, existing.id());
            if (!topicIds.contains(existing.parentId())) {
                return Optional.empty();
            } else if (kindOf(existing) != kind) {
                return Optional.of(Refused.CONFLICT);
            } else if (used && !kind.shared()) {
                return Optional.of(Refused.IN_USE);
            } else if (same(existing, wanted) && (used || kind.durable())) {
                EntityUsers.addUser(connection, existing.id(), incarnation);
                return Optional.of(new Joined(existing, List.of()));
            } else if (used) {
                return Optional.of(Refused.CONFLICT);
            }
            replaced = removal.takeOut(connection, existing);
        }
        Entity inserted = insert(connection, wanted, EntityOptions.DEFAULT);
        EntityUsers.addUser(connection, inserted.id(), incarnation);
        return Optional.of(new Joined(inserted, replaced));
    }

    private Entity insert(Connection connection, Wanted wanted, EntityOptions options) throws SQLException {
        boolean durable = wanted.subscription().kind().durable();
        long id = EntityRows.nextId(connection, database.dialect());
        long deadLetterId = durable ? EntityRows.nextId(connection, database.dialect()) : 0;
        Entity subscription = new Entity(
                id,
                EntityKind.SUBSCRIPTION,
                wanted.name(),
                wanted.topicId(),
                deadLetterId,
                options,
                1,
                durable,
                wanted.subscription());
        EntityRows.insert(connection, subscription);
        if (durable) {
            EntityRows.insertDeadLetterQueue(connection, subscription, wanted.deadLetterQueue());
        }
        EntityRemoval.countUp(connection, wanted.topicId());
        return subscription;
    }

    @Override
    public boolean useAgain(long entityId, boolean alone, long incarnation) {
        return transaction("the entity " + entityId + " can't be used again", connection -> {
            users.requireAlive(connection, incarnation);
            Optional<Entity> found = lockRow(connection, entityId);
            if (found.isEmpty()
                    || EntityRows.gone(found.get())
                    || (alone && EntityUsers.isUsed(connection, entityId))) {
                return false;
            }
            EntityUsers.addUser(connection, entityId, incarnation);
            return true;
        });
    }

    @Override
    public Optional<Entity> leave(long entityId, long incarnation) {
        return betweenBatches("the entity " + entityId + " can't be left", connection -> {
            Optional<Entity> seen = EntityRows.find(connection, entityId, "");
            if (seen.isEmpty()) {
                return Optional.empty();
            }
            if (!seen.get().lasting()) {
                lockTopic(connection, seen.get());
            }
            Optional<Entity> found = lockRow(connection, entityId);
            EntityUsers.removeUser(connection, entityId, incarnation);
            if (found.isEmpty() || found.get().lasting() || EntityUsers.isUsed(connection, entityId)) {
                return Optional.empty();
            }
            removal.takeOut(connection, found.get());
            return found;
        });
    }

    @Override
    public Leaving remove(String name) {
        return remove(name, false);
    }

    @Override
    public Leaving removeUsed(String name) {
        return remove(name, true);
    }

    @Override
    public Set<Long> used(Collection<Long> entityIds) {
        return database.read("the users of entities can't be read", connection -> {
            Set<Long> used = new TreeSet<>();
            for (long entityId : entityIds) {
                if (EntityUsers.isUsed(connection, entityId)) {
                    used.add(entityId);
                }
            }
            return used;
        });
    }

    private Leaving remove(String name, boolean evenIfUsed) {
        return betweenBatches("the subscription " + ShownText.quoted(name) + " can't be removed", connection -> {
            Optional<Entity> seen = EntityRows.find(connection, EntityKind.SUBSCRIPTION, name, "");
            if (seen.isEmpty() || !seen.get().lasting()) {
                return Stays.UNKNOWN;
            }
            lockTopic(connection, seen.get());
            Optional<Entity> found = lockRow(connection, seen.get().id());
            if (found.isEmpty()) {
                return Stays.UNKNOWN;
            }
            if (!evenIfUsed && EntityUsers.isUsed(connection, found.get().id())) {
                return Stays.IN_USE;
            }
            removal.takeOut(connection, found.get());
            return new Gone(found.get());
        });
    }

    @Override
    public Entity createTemporary(EntityKind kind, String name, long incarnation) {
        return transaction("the temporary destination " + ShownText.quoted(name) + " can't be created", connection -> {
            users.requireAlive(connection, incarnation);
            long id = EntityRows.nextId(connection, database.dialect());
            boolean queue = kind == EntityKind.QUEUE;
            long deadLetterId = queue ? EntityRows.nextId(connection, database.dialect()) : 0;
            Entity entity = new Entity(id, kind, name, 0, deadLetterId, EntityOptions.DEFAULT, 1, false, null);
            EntityRows.insert(connection, entity);
            if (queue) {
                EntityRows.insertDeadLetterQueue(connection, entity, name + DestinationName.DEAD_LETTER_SUFFIX);
            }
            EntityUsers.addUser(connection, id, incarnation);
            return entity;
        });
    }

    @Override
    public List<Entity> abandoned() {
        List<Entity> found = database.read("what nobody uses can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ABANDONED)) {
                return EntityRows.all(select);
            }
        });
        List<Entity> abandoned = new ArrayList<>();
        for (Entity entity : found) {
            if (EntityRows.gone(entity)) {
                abandoned.add(entity);
            } else {
                abandoned.addAll(takeOutAbandoned(entity));
            }
        }
        return abandoned;
    }

    private List<Entity> takeOutAbandoned(Entity entity) {
        return betweenBatches("the entity " + entity.id() + " can't be removed", connection -> {
            lockTopic(connection, entity);
            Optional<Entity> found = lockRow(connection, entity.id());
            return found.isEmpty() || EntityUsers.isUsed(connection, entity.id())
                    ? List.<Entity>of()
                    : removal.takeOut(connection, found.get());
        });
    }

    @Override
    public void purge(Entity gone) {
        removal.purge(gone);
    }

    private void lockTopic(Connection connection, Entity subscription) throws SQLException {
        if (subscription.kind() == EntityKind.SUBSCRIPTION) {
            lockRow(connection, subscription.parentId());
        }
    }

    private Optional<Entity> lockRow(Connection connection, long id) throws SQLException {
        return EntityRows.find(connection, id, database.dialect().forUpdate());
    }

    private static @Nullable SubscriptionKind kindOf(Entity entity) {
        Subscription subscription = entity.subscription();
        return subscription == null ? null : subscription.kind();
    }

    private static boolean same(Entity entity, Wanted wanted) {
        Subscription subscription = entity.subscription();
        return subscription != null
                && entity.parentId() == wanted.topicId()
                && subscription.kind() == wanted.subscription().kind()
                && Objects.equals(subscription.selector(), wanted.subscription().selector())
                && subscription.noLocal() == wanted.subscription().noLocal();
    }
}
