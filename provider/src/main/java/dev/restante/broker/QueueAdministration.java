package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.TemporaryName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The queues of a node's store, and what is in them: creates, alters, deletes and counts. */
final class QueueAdministration {

    private static final int MAX_NAME_LENGTH = 255;

    private final BrokerNode node;
    private final ExpirySweeper sweeper;

    QueueAdministration(BrokerNode node, ExpirySweeper sweeper) {
        this.node = node;
        this.sweeper = sweeper;
    }

    Entity queue(String name, boolean mayCreate) {
        boolean deadLetters = name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
        EntityKind kind = deadLetters ? EntityKind.DEAD_LETTER_QUEUE : EntityKind.QUEUE;
        return node.guarded(() -> node.context().registry().find(kind, name).orElseGet(() -> {
            String queueName =
                    deadLetters ? name.substring(0, name.length() - DestinationName.DEAD_LETTER_SUFFIX.length()) : name;
            checkName(queueName);
            if (!mayCreate) {
                throw new BrokerException(
                        Reason.ENTITY_NOT_FOUND,
                        "Queue '" + name
                                + "' does not exist; RestanteAdmin creates it, or its first use where the option autoCreateQueues is on");
            }
            node.context().registry().createQueue(queueName, EntityOptions.DEFAULT);
            return node.context().registry().find(kind, name).orElseThrow();
        }));
    }

    Entity create(String name, EntityOptions options) {
        checkName(name);
        return node.guarded(() -> {
            if (node.context()
                    .registry()
                    .find(EntityKind.QUEUE, name)
                    .flatMap(node.context().registry()::reread)
                    .isPresent()) {
                throw exists(name);
            }
            checkDeadLetterTargets(name, options);
            checkForwardTo(new Entity(0, EntityKind.QUEUE, name, 0, 0, options, 0));
            Entity created = node.context().registry().addQueue(name, options).orElseThrow(() -> exists(name));
            node.workers().forwarder().optionsAltered();
            node.workers().idleEntities().begun(created);
            return created;
        });
    }

    private static BrokerException exists(String name) {
        return new BrokerException(Reason.ENTITY_INVALID, "Queue '" + name + "' exists already");
    }

    Entity alter(String name, EntityOptions options) {
        return node.guarded(() -> {
            Entity queue = queue(name, false);
            checkDeadLetterTargets(name, options);
            checkForwardTo(queue.with(options));
            node.workers().idleEntities().begins(queue.with(options));
            Entity altered = node.context()
                    .registry()
                    .alter(queue.id(), options)
                    .orElseThrow(() ->
                            new BrokerException(Reason.ENTITY_NOT_FOUND, "Queue '" + name + "' was deleted meanwhile"));
            node.workers().optionsAltered();
            node.workers().idleEntities().begun(altered);
            return altered;
        });
    }

    boolean delete(String name, boolean force) {
        // A dead-letter queue goes with its queue.
        checkName(name);
        return node.guarded(() -> {
            Optional<Entity> queue = node.context()
                    .registry()
                    .find(EntityKind.QUEUE, name)
                    .flatMap(node.context().registry()::reread);
            if (queue.isEmpty()) {
                return false;
            }
            if (force) {
                checkNotJoined(queue.get());
                node.context().registry().delete(queue.get());
            } else {
                deleteUnused(queue.get());
            }
            forget(queue.get());
            return true;
        });
    }

    /** Nobody can take away what a transaction of the application has received; whoever tried would wait for its end. */
    private void checkNotJoined(Entity queue) {
        if (node.joinedTransactions().anyReceivedFrom(Set.of(queue.id(), queue.deadLetterQueueId()))) {
            throw new BrokerException(
                    Reason.ENTITY_IN_USE,
                    "Queue '" + queue.name()
                            + "' was not deleted: a transaction of the application that has received from it is not over; commit or roll it back");
        }
    }

    private void deleteUnused(Entity queue) {
        Set<Long> ids = Set.of(queue.id(), queue.deadLetterQueueId());
        Set<Long> waitingElsewhere = node.context().store().traits().exclusive()
                ? Set.of()
                : node.context()
                        .store()
                        .membership()
                        .waitingElsewhere(node.context().incarnation());
        if (ids.stream().anyMatch(id -> node.dispatchers().active(id) || waitingElsewhere.contains(id))) {
            throw inUse(queue, "it has receivers");
        }
        if (!node.context().registry().deleteEmpty(queue)) {
            throw inUse(queue, "it has messages");
        }
    }

    private static BrokerException inUse(Entity queue, String why) {
        return new BrokerException(
                Reason.ENTITY_IN_USE,
                "Queue '" + queue.name() + "' was not deleted: " + why + ", and no force was asked for");
    }

    private void forget(Entity gone) {
        for (long id : new long[] {gone.id(), gone.deadLetterQueueId()}) {
            node.dispatchers().forget(id);
            node.traffic().forget(id);
            sweeper.forget(id);
        }
    }

    Optional<Entity> current(Entity entity) {
        return node.guarded(() -> {
            Optional<Entity> stored = node.context().registry().reread(entity);
            if (stored.isEmpty()) {
                forget(entity);
            }
            return stored;
        });
    }

    boolean forgetDuplicateId(Entity queue, String duplicateId) {
        node.checkOpen();
        return node.guarded(() -> node.context().store().duplicateIds().forget(queue.id(), duplicateId));
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
                            option + " of '" + name + "' leads back to itself by way of " + passed);
                }
                next.addAll(node.context()
                        .registry()
                        .findQueue(reached)
                        .orElseThrow(() -> new BrokerException(
                                Reason.INVALID_ARGUMENT,
                                option + " of '" + name + "': queue '" + reached + "' does not exist"))
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
            ForwardCheck.check(wanted, node.context().registry().list());
        }
    }

    static void checkName(String name) {
        if (TemporaryName.of(name).isPresent()) {
            throw new BrokerException(Reason.ENTITY_NOT_FOUND, "The temporary destination '" + name + "' is gone");
        }
        boolean bad = name.isBlank()
                || name.startsWith("$")
                || name.contains(SubscriptionName.IN_TOPIC)
                || name.length() > MAX_NAME_LENGTH
                || name.contains(DestinationName.DEAD_LETTER_SUFFIX)
                || name.chars().anyMatch(Character::isISOControl);
        if (bad) {
            throw new BrokerException(
                    Reason.ENTITY_INVALID,
                    "'" + name + "' can't name a queue or topic: 1 to " + MAX_NAME_LENGTH
                            + " characters, no control characters, no '$' to begin with, without '"
                            + SubscriptionName.IN_TOPIC + "' and '" + DestinationName.DEAD_LETTER_SUFFIX + "'");
        }
    }
}
