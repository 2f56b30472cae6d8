package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.EntityNameCheck;
import dev.restante.broker.QueueAdministration;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredTextKind;
import dev.restante.node.admin.option.EntityOptionChanger;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.transactions.NodeJoinedTransactions;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Administration of the queues in a node's store: finds, creates, alters and deletes. */
public final class NodeQueueAdministration implements QueueAdministration {

    private final NodeServices node;
    private final DelayedCompletions delayedCompletions;
    private final NodeJoinedTransactions joinedTransactions;
    private final IdleEntityDeleter idleDeleter;
    private final EntityEvents events;
    private final EntityOptionChanger optionChanger;
    private final ExpirySweeper sweeper;

    public NodeQueueAdministration(
            NodeServices node,
            DelayedCompletions delayedCompletions,
            NodeJoinedTransactions joinedTransactions,
            IdleEntityDeleter idleDeleter,
            EntityEvents events,
            EntityOptionChanger optionChanger,
            ExpirySweeper sweeper) {
        this.node = node;
        this.delayedCompletions = delayedCompletions;
        this.joinedTransactions = joinedTransactions;
        this.idleDeleter = idleDeleter;
        this.events = events;
        this.optionChanger = optionChanger;
        this.sweeper = sweeper;
    }

    @Override
    public Entity queue(String name, boolean createIfAbsent) {
        return node.lifecycle()
                .callStore(
                        () -> node.registry().storedQueue(name).orElseGet(() -> createIfAllowed(name, createIfAbsent)));
    }

    @Override
    public Entity cachedQueue(String name, boolean createIfAbsent) {
        return node.lifecycle()
                .callStore(
                        () -> node.registry().cachedQueue(name).orElseGet(() -> createIfAllowed(name, createIfAbsent)));
    }

    private Entity createIfAllowed(String name, boolean mayCreate) {
        boolean deadLetters = name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
        String queueName =
                deadLetters ? name.substring(0, name.length() - DestinationName.DEAD_LETTER_SUFFIX.length()) : name;
        EntityNameCheck.check(queueName);
        if (!mayCreate) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND,
                    "Queue '" + DisplayText.shorten(name)
                            + "' does not exist. Create it with RestanteAdmin, or set the option autoCreateQueues.");
        }
        Entity queue = node.registry().getOrCreateQueue(queueName, EntityOptions.DEFAULT);
        return deadLetters
                ? node.registry().storedQueue(name).orElseThrow(() -> EntityOptionChanger.deletedMeanwhile(queue))
                : queue;
    }

    @Override
    public Entity create(String name, EntityOptions options) {
        EntityNameCheck.check(name);
        return node.lifecycle().callStore(() -> {
            if (node.registry().stored(EntityKind.QUEUE, name).isPresent()) {
                throw exists(name);
            }
            optionChanger.checkDeadLetterTargets(name, options);
            optionChanger.checkForwardTo(new Entity(0, EntityKind.QUEUE, name, 0, 0, options, 0));
            Entity created = node.registry().createQueueIfAbsent(name, options).orElseThrow(() -> exists(name));
            idleDeleter.afterOptionsChange(created);
            events.onEntitiesChanged();
            return created;
        });
    }

    private static BrokerException exists(String name) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_INVALID,
                "Queue '" + DisplayText.shorten(name) + "' exists already. Alter it, or choose another name.");
    }

    @Override
    public Entity alter(String name, EntityOptions options) {
        return optionChanger.replaceWithRetry(queue(name, false), options, altered -> {
            optionChanger.checkDeadLetterTargets(name, altered.options());
            optionChanger.checkForwardTo(altered);
        });
    }

    @Override
    public Entity changeStatus(Entity entity, UnaryOperator<EntityStatus> change) {
        return optionChanger.changeWithRetry(
                entity, options -> options.with(QueueOption.STATUS, change.apply(options.status())), now -> {});
    }

    @Override
    public Entity changeOptions(Entity entity, Map<String, String> valuesByName, Set<String> resetNames) {
        List<QueueOption<?>> table = entity.kind() == EntityKind.TOPIC ? QueueOption.topicOptions() : QueueOption.all();
        return optionChanger.changeWithRetry(
                entity, options -> options.withTexts(valuesByName, resetNames, table), changed -> {
                    optionChanger.check(changed.kind(), changed.name(), changed.options());
                    optionChanger.checkForwardTo(changed);
                });
    }

    @Override
    public boolean delete(String name, boolean force) {
        // A dead-letter queue is deleted only together with its queue.
        EntityNameCheck.check(name);
        return node.lifecycle().callStore(() -> {
            Optional<Entity> queue = node.registry().stored(EntityKind.QUEUE, name);
            if (queue.isEmpty()) {
                return false;
            }
            checkNoApplicationTransaction(queue.get());
            boolean deleted;
            if (force) {
                deleted = node.registry().delete(queue.get());
            } else {
                delayedCompletions.completeFor(queue.get().id());
                deleted = deleteUnused(queue.get());
            }
            forget(queue.get());
            return deleted;
        });
    }

    /**
     * Throws an exception if an application transaction on this node uses a queue. Its deletion would wait for the end
     * of that transaction.
     */
    private void checkNoApplicationTransaction(Entity queue) {
        if (joinedTransactions.anyUses(Set.of(queue.id(), queue.deadLetterQueueId()))) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_IN_USE,
                    "Queue '" + DisplayText.shorten(queue.name())
                            + "' was not deleted because an open application transaction has sent to it or received"
                            + " from it. Commit or roll back the transaction, then try again.");
        }
    }

    /** Deletes a queue without messages and consumers; returns false if another node has deleted it meanwhile. */
    private boolean deleteUnused(Entity queue) {
        Set<Long> ids = Set.of(queue.id(), queue.deadLetterQueueId());
        Set<Long> waitingElsewhere = node.store().capabilities().exclusive()
                ? Set.of()
                : node.store().membership().otherNodes(node.incarnation()).waitingFor();
        if (ids.stream().anyMatch(id -> node.dispatchers().hasReceiver(id) || waitingElsewhere.contains(id))) {
            throw inUse(queue, "it has consumers");
        }
        return switch (node.registry().deleteEmpty(queue)) {
            case DELETED -> true;
            case NOT_FOUND -> false;
            case HAS_DELIVERIES -> throw inUse(queue, "it has messages");
        };
    }

    private static BrokerException inUse(Entity queue, String why) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_IN_USE,
                "Queue '" + DisplayText.shorten(queue.name()) + "' was not deleted because " + why
                        + ". Use force to delete it anyway.");
    }

    private void forget(Entity gone) {
        for (long id : new long[] {gone.id(), gone.deadLetterQueueId()}) {
            node.prefetchBuffers().removeEntity(id);
            node.locks().inFlight().removeEntity(id);
            node.throughput().removeEntity(id);
            sweeper.removeEntity(id);
        }
    }

    @Override
    public Optional<Entity> current(Entity entity) {
        return node.lifecycle().callStore(() -> {
            Optional<Entity> stored = node.registry().readAgain(entity);
            if (stored.isEmpty()) {
                forget(entity);
            }
            return stored;
        });
    }

    @Override
    public boolean removeDuplicateId(Entity queue, String duplicateId) {
        node.lifecycle().checkOpen();
        StoredTextCheck.check(StoredTextKind.DUPLICATE_ID, duplicateId);
        return node.lifecycle().callStore(() -> node.store().duplicateIds().delete(queue.id(), duplicateId));
    }
}
