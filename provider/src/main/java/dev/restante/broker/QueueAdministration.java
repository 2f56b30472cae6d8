package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.StateCounts;
import dev.restante.model.TemporaryName;
import java.util.HashSet;
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
            if (node.context().registry().find(EntityKind.QUEUE, name).isPresent()) {
                throw new BrokerException(Reason.ENTITY_INVALID, "Queue '" + name + "' exists already");
            }
            checkDeadLetterTo(name, options);
            checkForwardTo(new Entity(0, EntityKind.QUEUE, name, 0, 0, options, 0));
            Entity created = node.context().registry().createQueue(name, options);
            node.workers().forwarder().optionsAltered();
            node.workers().idleEntities().begun(created);
            return created;
        });
    }

    Entity alter(String name, EntityOptions options) {
        return node.guarded(() -> {
            Entity queue = queue(name, false);
            checkDeadLetterTo(name, options);
            checkForwardTo(queue.with(options));
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

    boolean delete(String name) {
        // A dead-letter queue goes with its queue.
        checkName(name);
        return node.guarded(() -> {
            Optional<Entity> queue = node.context().registry().find(EntityKind.QUEUE, name);
            boolean deleted = queue.isPresent() && node.context().registry().delete(queue.get());
            queue.ifPresent(this::forgetDispatchers);
            return deleted;
        });
    }

    private void forgetDispatchers(Entity gone) {
        node.dispatchers().forget(gone.id());
        node.dispatchers().forget(gone.deadLetterQueueId());
    }

    Optional<Entity> current(Entity entity) {
        return node.guarded(() -> {
            Optional<Entity> stored = node.context().registry().reread(entity);
            if (stored.isEmpty()) {
                forgetDispatchers(entity);
            }
            return stored;
        });
    }

    List<Entity> list() {
        return node.guarded(() -> node.context().registry().list()).stream()
                .filter(entity -> entity.kind() == EntityKind.QUEUE || entity.isDeadLetterQueue())
                .toList();
    }

    boolean forgetDuplicateId(Entity queue, String duplicateId) {
        node.checkOpen();
        return node.guarded(() -> node.context().store().duplicateIds().forget(queue.id(), duplicateId));
    }

    QueueStatistics statistics(Entity entity) {
        node.checkOpen();
        node.requireExisting(entity);
        return node.guarded(() -> {
            StateCounts counts = node.context().store().deliveries().counts(entity.id());
            // Looking creates none: it would live on if the queue is being deleted.
            EntityDispatcher dispatcher = node.dispatchers().known(entity.id());
            int buffered = dispatcher == null ? 0 : dispatcher.storedInBuffer();
            int unstored = dispatcher == null ? 0 : dispatcher.unstoredInBuffer();
            StateCounts dead = entity.deadLetterQueueId() == 0
                    ? new StateCounts(0, 0, 0, 0)
                    : node.context().store().deliveries().counts(entity.deadLetterQueueId());
            return new QueueStatistics(
                    counts.available() + buffered + unstored,
                    inFlight(entity, counts, buffered),
                    counts.scheduled(),
                    counts.deferred(),
                    dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                    sweeper.lagMillis());
        });
    }

    /** Exact where all receivers are here; what other nodes have acquired counts as in flight, though some of it may wait in their buffers. */
    private long inFlight(Entity entity, StateCounts counts, int buffered) {
        return node.context().store().traits().exclusive()
                ? node.locks().inFlight().count(entity.id())
                : Math.max(0, counts.acquired() - buffered);
    }

    /** Dead letters must have somewhere to go, and must not come round to where they left (FWD-02). */
    void checkDeadLetterTo(String name, EntityOptions options) {
        String next = options.deadLetterTo();
        Set<String> passed = new HashSet<>();
        while (next != null && passed.add(next)) {
            if (next.equals(name)) {
                throw new BrokerException(
                        Reason.INVALID_ARGUMENT,
                        "deadLetterTo of '" + name + "' leads back to itself by way of " + passed);
            }
            String target = next;
            next = node.context()
                    .registry()
                    .findQueue(target)
                    .orElseThrow(() -> new BrokerException(
                            Reason.INVALID_ARGUMENT,
                            "deadLetterTo of '" + name + "': queue '" + target + "' does not exist"))
                    .options()
                    .deadLetterTo();
        }
    }

    /** What arrives must have somewhere to go, and must not come round (FWD-01). */
    void checkForwardTo(Entity wanted) {
        if (wanted.options().forwardTo() != null || wanted.options().deadLetterTo() != null) {
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
