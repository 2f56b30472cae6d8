package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.EntityName;
import dev.restante.broker.QueueAdministration;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.TextRule;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.send.ForwardCheck;
import dev.restante.node.settle.Lingerings;
import dev.restante.node.transaction.NodeJoinedTransactions;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Finds, creates, alters and deletes the queues of a node's store. */
public final class NodeQueueAdministration implements QueueAdministration {

    /** Of those who alter one entity at the same time one succeeds each time. */
    private static final int MOST_ATTEMPTS = 100;

    private final NodeContext context;
    private final NodeLife life;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Traffic traffic;
    private final Lingerings lingerings;
    private final NodeJoinedTransactions joinedTransactions;
    private final IdleEntities idleEntities;
    private final EntityEvents events;
    private final ExpirySweeper sweeper;

    public NodeQueueAdministration(
            NodeContext context,
            NodeLife life,
            Dispatchers dispatchers,
            Buffers buffers,
            Traffic traffic,
            Lingerings lingerings,
            NodeJoinedTransactions joinedTransactions,
            IdleEntities idleEntities,
            EntityEvents events,
            ExpirySweeper sweeper) {
        this.context = context;
        this.life = life;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.traffic = traffic;
        this.lingerings = lingerings;
        this.joinedTransactions = joinedTransactions;
        this.idleEntities = idleEntities;
        this.events = events;
        this.sweeper = sweeper;
    }

    @Override
    public Entity queue(String name, boolean mayCreate) {
        return life.guarded(() -> context.registry().storedQueue(name).orElseGet(() -> made(name, mayCreate)));
    }

    @Override
    public Entity cachedQueue(String name, boolean mayCreate) {
        return life.guarded(() -> context.registry().cachedQueue(name).orElseGet(() -> made(name, mayCreate)));
    }

    private Entity made(String name, boolean mayCreate) {
        boolean deadLetters = name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
        String queueName =
                deadLetters ? name.substring(0, name.length() - DestinationName.DEAD_LETTER_SUFFIX.length()) : name;
        EntityName.check(queueName);
        if (!mayCreate) {
            throw new BrokerException(
                    Reason.ENTITY_NOT_FOUND,
                    "Queue '" + ShownText.of(name)
                            + "' does not exist; RestanteAdmin creates it, or its first use where the option autoCreateQueues is on");
        }
        Entity queue = context.registry().createQueue(queueName, EntityOptions.DEFAULT);
        return deadLetters ? context.registry().storedQueue(name).orElseThrow(() -> deletedMeanwhile(queue)) : queue;
    }

    @Override
    public Entity create(String name, EntityOptions options) {
        EntityName.check(name);
        return life.guarded(() -> {
            if (context.registry().stored(EntityKind.QUEUE, name).isPresent()) {
                throw exists(name);
            }
            checkDeadLetterTargets(name, options);
            checkForwardTo(new Entity(0, EntityKind.QUEUE, name, 0, 0, options, 0));
            Entity created = context.registry().addQueue(name, options).orElseThrow(() -> exists(name));
            idleEntities.begun(created);
            events.entitiesAltered();
            return created;
        });
    }

    private static BrokerException exists(String name) {
        return new BrokerException(Reason.ENTITY_INVALID, "Queue '" + ShownText.of(name) + "' exists already");
    }

    @Override
    public Entity alter(String name, EntityOptions options) {
        return life.guarded(() -> {
            Entity queue = queue(name, false);
            checkDeadLetterTargets(name, options);
            checkForwardTo(queue.with(options));
            return altered(queue, options);
        });
    }

    @Override
    public Entity changeStatus(Entity entity, UnaryOperator<EntityStatus> change) {
        return changed(entity, options -> options.with(QueueOption.STATUS, change.apply(options.status())), now -> {});
    }

    @Override
    public Entity changeOptions(Entity entity, Map<String, String> texts) {
        List<QueueOption<?>> table = entity.kind() == EntityKind.TOPIC ? QueueOption.ofTopics() : QueueOption.all();
        return changed(entity, options -> configured(options, texts, table), changed -> {
            check(changed.kind(), changed.name(), changed.options());
            checkForwardTo(changed);
        });
    }

    private static EntityOptions configured(
            EntityOptions options, Map<String, String> texts, List<QueueOption<?>> table) {
        try {
            return options.configured(texts, table);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Changes some options, and tries anew where somebody else has just changed others. */
    private Entity changed(Entity entity, UnaryOperator<EntityOptions> change, Consumer<Entity> check) {
        return life.guarded(() -> {
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                Entity now = context.registry()
                        .reread(entity)
                        .map(ReadableEntities::check)
                        .orElseThrow(() -> deletedMeanwhile(entity));
                EntityOptions options = change.apply(now.options());
                check.accept(now.with(options));
                Optional<Entity> altered = altered(now, options, context.registry()::alter);
                if (altered.isPresent()) {
                    return altered.get();
                }
            }
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "Others keep altering '" + ShownText.of(entity.name()) + "'; nothing was changed");
        });
    }

    /** Looks whether options are for its kind, and go together with what else there is. */
    void check(EntityKind kind, String name, EntityOptions options) {
        checkDeadLetterTargets(name, options);
        if (kind == EntityKind.TOPIC && options.groupsRequired()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "'" + ShownText.of(name)
                            + "' can't have the option groupsRequired: queues and subscriptions require groups, topics do not");
        }
        // Duplicates are told apart where messages are sent to (SND-06).
        if (kind == EntityKind.SUBSCRIPTION && options.duplicateDetectionWindow() != null) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "'" + ShownText.of(name)
                            + "' can't have the option duplicateDetectionWindow: queues and topics detect duplicates, subscriptions do not");
        }
    }

    /** Alters an entity by options that go together with what else there is. */
    Entity altered(Entity entity, EntityOptions options) {
        return altered(entity, options, (seen, wanted) -> context.registry().alter(seen.id(), wanted))
                .orElseThrow(() -> deletedMeanwhile(entity));
    }

    private Optional<Entity> altered(
            Entity entity, EntityOptions options, BiFunction<Entity, EntityOptions, Optional<Entity>> write) {
        if (options.deletionProtected() && !entity.lasting() && !entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "'" + ShownText.of(entity.name())
                            + "' can't have the option deletionProtected: it goes with those who use it");
        }
        idleEntities.begins(entity.with(options));
        Optional<Entity> altered = write.apply(entity, options);
        altered.ifPresent(written -> {
            events.optionsAltered();
            events.awaitFormer();
            idleEntities.begun(written);
        });
        return altered;
    }

    private static BrokerException deletedMeanwhile(Entity entity) {
        return new BrokerException(
                Reason.ENTITY_NOT_FOUND, "'" + ShownText.of(entity.name()) + "' was deleted meanwhile");
    }

    @Override
    public boolean delete(String name, boolean force) {
        // A dead-letter queue goes with its queue.
        EntityName.check(name);
        return life.guarded(() -> {
            Optional<Entity> queue = context.registry().stored(EntityKind.QUEUE, name);
            if (queue.isEmpty()) {
                return false;
            }
            checkNotJoined(queue.get());
            if (force) {
                context.registry().delete(queue.get());
            } else {
                lingerings.completeOf(queue.get().id());
                deleteUnused(queue.get());
            }
            forget(queue.get());
            return true;
        });
    }

    /**
     * Refuses to delete a queue that a transaction of the application on this node uses: the deletion would wait for
     * the end of that transaction.
     */
    private void checkNotJoined(Entity queue) {
        if (joinedTransactions.anyUses(Set.of(queue.id(), queue.deadLetterQueueId()))) {
            throw new BrokerException(
                    Reason.ENTITY_IN_USE,
                    "Queue '" + ShownText.of(queue.name())
                            + "' was not deleted: a transaction of the application that has received from it, or sent to it, is not over; commit or roll it back");
        }
    }

    private void deleteUnused(Entity queue) {
        Set<Long> ids = Set.of(queue.id(), queue.deadLetterQueueId());
        Set<Long> waitingElsewhere = context.store().traits().exclusive()
                ? Set.of()
                : context.store().membership().others(context.incarnation()).waitingFor();
        if (ids.stream().anyMatch(id -> dispatchers.active(id) || waitingElsewhere.contains(id))) {
            throw inUse(queue, "it has receivers");
        }
        if (!context.registry().deleteEmpty(queue)) {
            throw inUse(queue, "it has messages");
        }
    }

    private static BrokerException inUse(Entity queue, String why) {
        return new BrokerException(
                Reason.ENTITY_IN_USE,
                "Queue '" + ShownText.of(queue.name()) + "' was not deleted: " + why + ", and no force was asked for");
    }

    private void forget(Entity gone) {
        for (long id : new long[] {gone.id(), gone.deadLetterQueueId()}) {
            buffers.forget(id);
            traffic.forget(id);
            sweeper.forget(id);
        }
    }

    @Override
    public Optional<Entity> current(Entity entity) {
        return life.guarded(() -> {
            Optional<Entity> stored = context.registry().reread(entity);
            if (stored.isEmpty()) {
                forget(entity);
            }
            return stored;
        });
    }

    @Override
    public boolean forgetDuplicateId(Entity queue, String duplicateId) {
        life.checkOpen();
        TextRule.check(StoredText.DUPLICATE_ID, duplicateId);
        return life.guarded(() -> context.store().duplicateIds().forget(queue.id(), duplicateId));
    }

    /** Dead letters must have somewhere to go, and must not come round to where they left (FWD-02, FWD-03). */
    void checkDeadLetterTargets(String name, EntityOptions options) {
        options.deadLetterTargets().forEach((option, target) -> {
            Set<String> passed = new LinkedHashSet<>();
            Deque<String> next = new ArrayDeque<>(List.of(target));
            while (!next.isEmpty()) {
                String reached = next.remove();
                if (!passed.add(reached)) {
                    continue;
                }
                if (reached.equals(name)) {
                    throw new BrokerException(
                            Reason.INVALID_ARGUMENT,
                            option + " of '" + ShownText.of(name) + "' leads back to itself by way of " + passed);
                }
                next.addAll(context.registry()
                        .storedQueue(reached)
                        .orElseThrow(() -> new BrokerException(
                                Reason.INVALID_ARGUMENT,
                                option + " of '" + ShownText.of(name) + "': queue '" + ShownText.of(reached)
                                        + "' does not exist"))
                        .options()
                        .deadLetterTargets()
                        .values());
            }
        });
    }

    /** What arrives must have somewhere to go, and must not come round (FWD-01). */
    void checkForwardTo(Entity wanted) {
        if (wanted.options().forwardTo() != null
                || !wanted.options().deadLetterTargets().isEmpty()) {
            ForwardCheck.check(wanted, context.registry().list());
        }
    }
}
