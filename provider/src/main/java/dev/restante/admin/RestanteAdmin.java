package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.broker.view.LocalNodeStatus;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.EntityKind;
import dev.restante.model.ProductVersion;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Administration of a store: manages queues, reads statistics, and gives access to the administration of messages,
 * topics, jobs and transactions. Usage: {@code try (RestanteAdmin admin = factory.admin()) { ... }}. Thread-safe.
 *
 * <p>The name of a queue has 1 to 255 characters, at least one of which is not white space, and no control characters.
 * Restante creates and deletes the dead-letter queue {@code NAME/$DeadLetterQueue} together with the queue.
 *
 * <p>Each method throws {@link JMSException} with an error code. In addition to the codes that the methods describe,
 * this is {@code RESTANTE-CLOSED} after {@link #close}, {@code RESTANTE-STORE-UNAVAILABLE} if the store does not answer
 * in time, and {@code RESTANTE-STORE-FAILED} for its other failures. Null arguments throw {@link NullPointerException}.
 */
public final class RestanteAdmin implements AutoCloseable {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;
    private final Runnable onClosed;

    /** Creates an administration; called by the connection factory. */
    public RestanteAdmin(BrokerAdministration node, Supplier<CallTimeBudget> timeBudgets, Runnable onClosed) {
        this.node = node;
        this.executor = new AdminCallExecutor(node, timeBudgets);
        this.onClosed = onClosed;
    }

    /**
     * Creates a queue with its dead-letter queue.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the queue exists or the
     *     name is invalid
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@code deadLetterTo} or {@code expiredTo} names a
     *     queue that does not exist or leads back to this queue (FWD-02)
     */
    public QueueDescription createQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return QueueDescription.of(
                executor.execute(() -> node.queueAdministration().create(name, options.entityOptions())));
    }

    /**
     * Replaces all options of a queue, also while the queue is in use. The options apply to the next message (BEY-04).
     * To change one option, start from {@link QueueDescription#options()}.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     * @throws JMSException as {@link #createQueue} for {@code deadLetterTo} and {@code expiredTo}
     */
    public QueueDescription alterQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return QueueDescription.of(
                executor.execute(() -> node.queueAdministration().alter(name, options.entityOptions())));
    }

    /**
     * Changes some options. Concurrent changes of other options by another administrator stay in force.
     *
     * @param type type of the entity, because a topic and a queue can have the same name
     * @param changes option values in the format of {@link QueueOptions#withTexts}, by option name
     * @throws JMSException as {@link #pause}, and with {@code RESTANTE-INVALID-ARGUMENT} if a value is invalid
     */
    public void alterOptions(EntityType type, String name, Map<String, String> changes) throws JMSException {
        alterOptions(type, name, changes, Set.of());
    }

    /**
     * Changes some options as {@link #alterOptions(EntityType, String, Map)} does, and removes the own values of
     * others.
     *
     * @param resetNames names of options whose values then come from policies or are the defaults
     */
    public void alterOptions(EntityType type, String name, Map<String, String> changes, Set<String> resetNames)
            throws JMSException {
        requireNonNull(name, "name");
        executor.run(() -> node.queueAdministration()
                .changeOptions(executor.requireEntity(type, name), Map.copyOf(changes), Set.copyOf(resetNames)));
    }

    /**
     * Creates a queue with the current options of another queue.
     *
     * @throws JMSException as {@link #createQueue}, and with {@code RESTANTE-ENTITY-NOT-FOUND} if there is none to copy
     */
    public QueueDescription copyQueue(String from, String to) throws JMSException {
        return executor.execute(() -> createQueue(to, queue(from).options()));
    }

    /**
     * Deletes a queue and its dead-letter queue, unless one of them is in use: it has messages in any state, consumers
     * on this node, or waiting consumers on other nodes. Consumers on other nodes that do not wait are not detected.
     *
     * @param name name of a queue, not of a dead-letter queue
     * @return false if no queue has the name
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the name is invalid
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-ENTITY-IN-USE} if one of them is in use,
     *     {@code RESTANTE-ENTITY-PROTECTED} if one of them is {@code deletionProtected}
     */
    public boolean deleteQueue(String name) throws JMSException {
        return deleteQueue(name, false);
    }

    /**
     * Deletes a queue, its dead-letter queue and all their messages.
     *
     * @param force true to delete a queue that is in use, but not one that is {@code deletionProtected}
     * @return false if no queue has the name
     * @throws JMSException as {@link #deleteQueue(String)}
     */
    public boolean deleteQueue(String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        return executor.executeDeletion(force, () -> node.queueAdministration().delete(name, force));
    }

    /**
     * Returns the current configuration of a queue or dead-letter queue.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public QueueDescription queue(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueDescription.of(executor.execute(
                () -> ReadableEntityCheck.check(node.queueAdministration().queue(name, false))));
    }

    /** Returns all queues and dead-letter queues, sorted by name. The descriptions also show unreadable ones. */
    public List<QueueDescription> queues() throws JMSException {
        return executor.execute(node::entities).stream()
                .filter(entity -> entity.kind() == EntityKind.QUEUE || entity.isDeadLetterQueue())
                .map(QueueDescription::of)
                .toList();
    }

    /** Returns the entities that a filter matches, sorted by name. */
    public List<EntitySummary> entities(EntityFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return executor.execute(() -> List.copyOf(filter.select(node.entities()).keySet()));
    }

    /**
     * Returns the outcome of a call that failed with {@code RESTANTE-OUTCOME-UNKNOWN} in any JVM (SND-09). Outcomes are
     * available for one day, also after a restart of that JVM.
     *
     * @param token token from {@link dev.restante.api.OutcomeUnknownException#getToken} or from the exception message
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the token is invalid
     */
    public CommitOutcome outcome(String token) throws JMSException {
        requireNonNull(token, "token");
        return CommitOutcome.valueOf(
                executor.execute(() -> node.commitOutcome(token)).name());
    }

    /** Returns the administration of distributed transactions. It closes with this administration. */
    public TransactionsAdmin transactions() {
        return new TransactionsAdmin(node, executor);
    }

    /** Returns the administration of orphaned messages (BEY-09). */
    public OrphansAdmin orphans() {
        return new OrphansAdmin(node, executor);
    }

    /** Returns the administration of redrive jobs (BEY-07). The jobs continue after this administration closes. */
    public RedriveJobsAdmin redriveJobs() {
        return new RedriveJobsAdmin(node, executor);
    }

    /** Returns the administration of policies. It closes with this administration. */
    public PoliciesAdmin policies() {
        return new PoliciesAdmin(node, executor);
    }

    /** Returns the administration of topics and subscriptions. It closes with this administration. */
    public TopicsAdmin topics() {
        return new TopicsAdmin(node, executor);
    }

    /**
     * Returns the options of a queue, dead-letter queue or subscription.
     *
     * @param name full name, as in {@link #messages}
     * @throws JMSException as {@link #pause}
     */
    public QueueOptions options(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueOptions.of(executor.execute(
                () -> ReadableEntityCheck.check(executor.requireEntity(name)).options()));
    }

    /**
     * Pauses a queue, dead-letter queue or subscription: no consumer gets messages until {@link #resume}. Locked
     * messages can still be settled, sends are accepted, and messages expire as usual (STA-02). The pause applies to
     * this node when the method returns and to other nodes within a third of their lease duration. It survives
     * restarts.
     *
     * @param name full name, as in {@link #messages}
     * @return the new status
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} or
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws JMSException with {@code RESTANTE-ENTITY-UNREADABLE} if this version of Restante cannot decode its
     *     options
     */
    public EntityStatus pause(String name) throws JMSException {
        return executor.changeStatus(name, EntityStatus::withReceiveDisabled);
    }

    /**
     * Enables sends to and receives from a queue, dead-letter queue or subscription, whatever its status was. Waiting
     * consumers on this node continue immediately, those on other nodes within a third of their lease duration.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus resume(String name) throws JMSException {
        return executor.changeStatus(name, before -> EntityStatus.ACTIVE);
    }

    /**
     * Pauses deliveries as {@link #pause} does, and rejects sends with {@code RESTANTE-ENTITY-DISABLED}. Dead letters,
     * messages moved by administrators and message copies for a subscription still arrive.
     *
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus disable(String name) throws JMSException {
        return executor.changeStatus(name, before -> EntityStatus.DISABLED);
    }

    /**
     * Returns the administration of the messages of a queue, dead-letter queue or subscription. It may not exist yet.
     *
     * @param name full name, for a subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}
     */
    public MessagesAdmin messages(String name) {
        requireNonNull(name, "name");
        return new MessagesAdmin(node, executor, () -> executor.requireEntity(name));
    }

    /**
     * Returns the message counts and the throughput of a queue, dead-letter queue or subscription (VIS-10).
     *
     * @param name full name, as in {@link #messages}
     * @throws jakarta.jms.InvalidDestinationException as {@link #pause}
     */
    public QueueStatistics statistics(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueStatistics.of(executor.execute(() -> node.statistics().statistics(executor.requireEntity(name))));
    }

    /**
     * Returns the statistics of the entities that a filter matches. The call executes one or two SQL statements, which
     * read an index entry for each message of the store.
     */
    public StoreStatistics statisticsOf(EntityFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return executor.execute(() -> StoreStatistics.of(node, filter));
    }

    /** Returns the history of counts and rates. A call starts its recording, which continues for one day. */
    public StoreHistory history(HistoryScale scale) throws JMSException {
        return executor.execute(() -> executor.history(requireNonNull(scale, "scale")));
    }

    /**
     * Deletes a recorded duplicate id of a queue, so that the next message with this id is not a duplicate (SND-06).
     *
     * @return true if the id was recorded
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if there is no such queue
     */
    public boolean forgetDuplicateId(String name, String duplicateId) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(duplicateId, "duplicateId");
        return executor.execute(
                () -> node.queueAdministration().removeDuplicateId(executor.requireEntity(name), duplicateId));
    }

    /**
     * Returns the maximum time to live of all messages of the store except those in dead-letter queues (TTL-12). Null,
     * the default, means no maximum.
     */
    public @Nullable Duration maximumTimeToLive() throws JMSException {
        return executor.execute(() -> Optional.ofNullable(node.storeSettings().maximumTimeToLive()))
                .orElse(null);
    }

    /**
     * Sets the maximum time to live of the store permanently. It applies to the next message, on other nodes within a
     * third of their lease duration. It also applies to stored messages that have no explicit time to live (TTL-10,
     * TTL-12).
     *
     * @param maximum 1 ms or more; null for no maximum
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the maximum is shorter than 1 ms
     */
    public void setMaximumTimeToLive(@Nullable Duration maximum) throws JMSException {
        executor.run(() -> node.storeSettings().setMaximumTimeToLive(maximum));
    }

    /** Reads a row of the store, to check whether the store answers in time. */
    public void checkStore() throws JMSException {
        executor.run(() -> node.storeSettings().probe());
    }

    /**
     * Node of this JVM, or of the process that a tool administers, and the store that this node has open.
     *
     * @param version version of Restante
     * @param store database and its location, without credentials
     * @param product name of the database product, for example {@code PostgreSQL}
     * @param shared true if other nodes can have the store open
     * @param schemaVersion version of the tables
     * @param leaseDuration time after which other nodes declare a silent node dead
     * @param alive true if the node has a valid lease, without which it delivers no messages
     * @param storeTime current store time, by which Restante computes all instants (TTL-21)
     */
    public record NodeDescription(
            String version,
            String store,
            String product,
            boolean shared,
            int schemaVersion,
            Duration leaseDuration,
            boolean alive,
            Instant storeTime) {}

    /** Returns the current state of the node, without a query to the store. */
    public NodeDescription node() throws JMSException {
        LocalNodeStatus now = executor.execute(node::localNodeStatus);
        return new NodeDescription(
                ProductVersion.TEXT,
                now.storeDescription(),
                now.product(),
                now.shared(),
                now.schemaVersion(),
                executor.execute(() -> node.nodeSettings().lease()),
                now.leaseValid(),
                Instant.ofEpochMilli(now.storeTimeMillis()));
    }

    /**
     * Stored data about a node.
     *
     * @param name host and process of the node
     * @param version version of Restante; null for versions that did not report it
     * @param incarnation number of the run, which changes when the node rejoins
     * @param alive false if other nodes declared it dead and are releasing its messages
     * @param leaseRemaining remaining time of the lease, negative after its end; null for an embedded store
     * @param current true for the node of this JVM
     * @param waitingEntities last reported number of queues and subscriptions whose consumers wait without messages
     * @param acquired number of messages in flight or prefetched on the node
     * @param prefetched last reported number of prefetched messages; 0 for an embedded store
     */
    public record StoreNodeDescription(
            String name,
            @Nullable String version,
            long incarnation,
            boolean alive,
            @Nullable Duration leaseRemaining,
            boolean current,
            int waitingEntities,
            long acquired,
            long prefetched) {}

    /**
     * Returns the nodes that have the store open, and the dead nodes whose messages are being released, sorted by
     * incarnation. Reads an index entry for each message that a node has acquired.
     */
    public List<StoreNodeDescription> nodes() throws JMSException {
        return executor.execute(node::nodeStatuses).stream()
                .map(node -> new StoreNodeDescription(
                        node.name(),
                        node.version(),
                        node.incarnation(),
                        node.alive(),
                        node.leaseRemaining(),
                        node.local(),
                        node.entitiesAwaited(),
                        node.acquired(),
                        node.prefetched()))
                .toList();
    }

    /** Closes this administration; open connections and the linger duration keep the store open. Idempotent. */
    @Override
    public void close() {
        if (executor.close()) {
            onClosed.run();
        }
    }
}
