package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.broker.Administration;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.view.NodeFigures;
import dev.restante.jms.Connections;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallBound;
import dev.restante.model.EntityKind;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Administration of a store: {@code try (RestanteAdmin admin = factory.admin()) { ... }}. Thread-safe.
 *
 * <p>A queue's name has 1 to 255 characters, at least one of them not white space, and no control characters. Its
 * dead-letter queue is named {@code NAME/$DeadLetterQueue}; it comes and goes with its queue.
 *
 * <p>Every method throws {@link JMSException}, with the reason as its error code: {@code RESTANTE-CLOSED} after
 * {@link #close}, {@code RESTANTE-STORE-UNAVAILABLE} where the store can't be reached, {@code RESTANTE-STORE-FAILED}
 * where it fails otherwise, and as methods say. A null argument throws a {@link NullPointerException} that names it.
 */
public final class RestanteAdmin implements AutoCloseable {

    private final Administration node;
    private final AdminCalls calls;
    private final Runnable onClosed;

    /** Made by the factory. */
    public RestanteAdmin(
            Administration node, ExceptionTranslation translation, Supplier<CallBound> bounds, Runnable onClosed) {
        this.node = node;
        this.calls = new AdminCalls(node, translation, bounds);
        this.onClosed = onClosed;
    }

    /**
     * Creates a queue with its dead-letter queue.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if it exists or can't have
     *     that name
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@code deadLetterTo} or {@code expiredTo} names a
     *     queue that does not exist, or leads back to this one (FWD-02)
     */
    public QueueDescription createQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return QueueDescription.of(
                calls.asking(() -> node.queueAdministration().create(name, options.entityOptions())));
    }

    /**
     * Replaces all options of a queue, also while it is in use; effective for the next message (BEY-04). To change one,
     * start from {@link QueueDescription#options()}.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     * @throws JMSException as in {@link #createQueue} for {@code deadLetterTo} and {@code expiredTo}
     */
    public QueueDescription alterQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return QueueDescription.of(calls.asking(() -> node.queueAdministration().alter(name, options.entityOptions())));
    }

    /**
     * Changes some options, and leaves the others as they are or as another administrator changes them meanwhile.
     *
     * @param type topics and queues can have the same names
     * @param changes values as {@link QueueOptions#configured} reads them, by the names of their options
     * @throws JMSException as {@link #pause}; with {@code RESTANTE-INVALID-ARGUMENT} for what can't be configured so
     */
    public void alterOptions(EntityType type, String name, Map<String, String> changes) throws JMSException {
        requireNonNull(name, "name");
        calls.doing(() -> node.queueAdministration().changeOptions(calls.existing(type, name), Map.copyOf(changes)));
    }

    /**
     * Creates a queue with the options that another one has now.
     *
     * @throws JMSException as in {@link #createQueue}; {@code RESTANTE-ENTITY-NOT-FOUND} if there is no queue to copy
     */
    public QueueDescription copyQueue(String from, String to) throws JMSException {
        return calls.asking(() -> createQueue(to, queue(from).options()));
    }

    /**
     * Deletes a queue with its dead-letter queue, unless it is in use.
     *
     * @param name of a queue; a dead-letter queue can't be deleted by its own name
     * @return false if there was no queue with that name
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-INVALID} if the name can't be a
     *     queue's
     * @throws jakarta.jms.IllegalStateException with {@code RESTANTE-ENTITY-IN-USE} if it or its dead-letter queue has
     *     messages in whatever state, receivers on this node, or receivers on other nodes that wait for messages. Of a
     *     receiver on another node that does not wait just now, only what it has received shows. With
     *     {@code RESTANTE-ENTITY-PROTECTED} if it or its dead-letter queue is {@code deletionProtected}, by force too
     */
    public boolean deleteQueue(String name) throws JMSException {
        return deleteQueue(name, false);
    }

    /**
     * Deletes a queue with its dead-letter queue and all their messages.
     *
     * @param name see {@link #deleteQueue(String)}
     * @param force whether also if it is in use; its receivers then find that it is gone
     * @return false if there was no queue with that name
     * @throws JMSException see {@link #deleteQueue(String)}
     */
    public boolean deleteQueue(String name, boolean force) throws JMSException {
        requireNonNull(name, "name");
        return calls.deleting(force, () -> node.queueAdministration().delete(name, force));
    }

    /**
     * A queue or dead-letter queue as it is configured now.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if it does not exist
     */
    public QueueDescription queue(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueDescription.of(calls.asking(
                () -> ReadableEntities.check(node.queueAdministration().queue(name, false))));
    }

    /** All queues and dead-letter queues, by name; those that can't be read say so. */
    public List<QueueDescription> queues() throws JMSException {
        return calls.asking(node::entities).stream()
                .filter(entity -> entity.kind() == EntityKind.QUEUE || entity.isDeadLetterQueue())
                .map(QueueDescription::of)
                .toList();
    }

    /** The entities that are meant, by name. */
    public List<EntitySummary> entities(EntityFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return calls.asking(() -> List.copyOf(filter.meant(node.entities()).keySet()));
    }

    /**
     * What became of a send, a commit or another call that ended with {@code RESTANTE-OUTCOME-UNKNOWN} (SND-09), made
     * by this JVM or another one. For a day, also after restarts of whoever made it.
     *
     * @param token of {@link dev.restante.OutcomeUnknownException#getToken}, or of the exception's text
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if it is no such token
     */
    public CommitOutcome outcome(String token) throws JMSException {
        requireNonNull(token, "token");
        return CommitOutcome.valueOf(calls.asking(() -> node.outcome(token)).name());
    }

    /** The administration of distributed transactions, which ends with this one. */
    public TransactionsAdmin transactions() {
        return new TransactionsAdmin(node, calls);
    }

    /** The administration of messages without a queue or subscription (BEY-09). */
    public OrphansAdmin orphans() {
        return new OrphansAdmin(node, calls);
    }

    /** Redrives in the background (BEY-07), which this administration need not outlive. */
    public RedriveJobsAdmin redriveJobs() {
        return new RedriveJobsAdmin(node, calls);
    }

    /** The administration of topics and subscriptions, which ends with this one. */
    public TopicsAdmin topics() {
        return new TopicsAdmin(node, calls);
    }

    /**
     * The options of a queue, dead-letter queue or subscription.
     *
     * @param name its full name, as in {@link #messages}
     * @throws JMSException with {@code RESTANTE-ENTITY-UNREADABLE} if they are malformed, or of a newer release
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} or
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public QueueOptions options(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueOptions.of(
                calls.asking(() -> ReadableEntities.check(calls.existing(name)).options()));
    }

    /**
     * Pauses a queue, dead-letter queue or subscription: its receivers wait until {@link #resume}, whoever they are and
     * whatever node they are on. What is locked can be settled, sends are accepted as before, and time goes on
     * (STA-02). In force on this node when this returns, on others within a third of their lease duration; kept over
     * restarts.
     *
     * @param name its full name, as in {@link #messages}
     * @return its status from now on
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} or
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     * @throws JMSException with {@code RESTANTE-ENTITY-UNREADABLE} if its options can't be read
     */
    public EntityStatus pause(String name) throws JMSException {
        return calls.statusChanged(name, EntityStatus::paused);
    }

    /**
     * Lets applications send to it and receive from it again, whatever its status was. Receivers that wait go on at
     * once, those of other nodes within a third of their lease duration.
     *
     * @return its status from now on
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus resume(String name) throws JMSException {
        return calls.statusChanged(name, before -> EntityStatus.ACTIVE);
    }

    /**
     * Pauses it as {@link #pause} does, and has sends refused with {@code RESTANTE-ENTITY-DISABLED}. Dead letters, what
     * administrators move, and the copies of a subscription arrive all the same.
     *
     * @return its status from now on
     * @throws JMSException as {@link #pause}
     */
    public EntityStatus disable(String name) throws JMSException {
        return calls.statusChanged(name, before -> EntityStatus.DISABLED);
    }

    /**
     * The messages of a queue, dead-letter queue or subscription.
     *
     * @param name its full name, for a subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}; it need not exist yet
     */
    public MessagesAdmin messages(String name) {
        requireNonNull(name, "name");
        return new MessagesAdmin(node, calls, () -> calls.existing(name));
    }

    /**
     * What is in a queue, dead-letter queue or subscription now, and what went through it (VIS-10).
     *
     * @param name as in {@link #messages}
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} or
     *     {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if it does not exist
     */
    public QueueStatistics statistics(String name) throws JMSException {
        requireNonNull(name, "name");
        return QueueStatistics.of(calls.asking(() -> node.statistics().of(calls.existing(name))));
    }

    /**
     * The statistics of the entities that are meant, from one look at the store: a statement or two, however many they
     * are. It reads an index entry for each message of the store, also of what is not meant.
     */
    public StoreStatistics statisticsOf(EntityFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return calls.asking(() -> StoreStatistics.of(node, filter));
    }

    /** How figures were. Nodes record them for a day after somebody has called this, from the next minute or two on. */
    public StoreHistory history(HistoryScale scale) throws JMSException {
        return calls.asking(() -> calls.history(requireNonNull(scale, "scale")));
    }

    /**
     * Has a queue forget a duplicate id before its time, so that the next message with it counts as new (SND-06).
     *
     * @return whether it was remembered
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the queue does not
     *     exist
     */
    public boolean forgetDuplicateId(String name, String duplicateId) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(duplicateId, "duplicateId");
        return calls.asking(() -> node.queueAdministration().forgetDuplicateId(calls.existing(name), duplicateId));
    }

    /**
     * The longest that a message of this store can live, also where its queue, subscription or sender asks for more.
     * Null, the default, for no maximum. Dead-letter queues know no maximum (TTL-12).
     */
    public @Nullable Duration maximumTimeToLive() throws JMSException {
        return calls.asking(() -> Optional.ofNullable(node.storeSettings().maximumTimeToLive()))
                .orElse(null);
    }

    /**
     * Sets the maximum for the whole store, for all its nodes and for good; effective for the next message, on other
     * nodes within a third of their lease duration. Messages without a time to live of their own follow it at once,
     * those with one keep theirs (TTL-10, TTL-12).
     *
     * @param maximum 1 ms or more, or null for no maximum
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} for less
     */
    public void setMaximumTimeToLive(@Nullable Duration maximum) throws JMSException {
        calls.doing(() -> node.storeSettings().setMaximumTimeToLive(maximum));
    }

    /**
     * Asks the store for a row, and thereby whether it answers.
     *
     * @throws JMSException with {@code RESTANTE-STORE-UNAVAILABLE} if it can't be reached, or has not answered in time
     */
    public void checkStore() throws JMSException {
        calls.doing(() -> node.storeSettings().ask());
    }

    /**
     * A node and the store that it has open: that of this JVM, or of the process that a tool administers.
     *
     * @param version of Restante
     * @param store the database and where it is, with nothing secret
     * @param product the name of the database product, as {@code PostgreSQL}
     * @param shared whether other nodes can have the store open
     * @param schemaVersion of the tables
     * @param leaseDuration for how long others wait for it when it is silent
     * @param alive whether it holds its lease; otherwise it hands out nothing until it has a lease again
     * @param storeTime the time by the store's clock, by which all instants are that Restante tells (TTL-21)
     */
    public record Node(
            String version,
            String store,
            String product,
            boolean shared,
            int schemaVersion,
            Duration leaseDuration,
            boolean alive,
            Instant storeTime) {}

    /** The node as it is now; the store is not asked. */
    public Node node() {
        NodeFigures now = node.node();
        return new Node(
                Connections.providerVersion(),
                now.store(),
                now.product(),
                now.shared(),
                now.schemaVersion(),
                node.settings().lease(),
                now.alive(),
                Instant.ofEpochMilli(now.storeMillis()));
    }

    /**
     * A node that has the store open, as the store knows it.
     *
     * @param name its host and process
     * @param version of Restante; null if it is of one that did not tell it
     * @param incarnation of its run: a node that joins anew has another one
     * @param alive false once others have declared it dead; it is listed until all that it had is released
     * @param leaseRemaining how long others leave it alone if it stays silent; negative when over; null if embedded
     * @param asked whether it is the node of this JVM
     * @param waitingFor for how many queues and subscriptions receivers of it wait in vain, as it said last
     * @param acquired how many messages the store shows as its own, in the hands of applications or in its memory
     * @param buffered how many messages waited in its memory for receivers, as it said last; 0 in an embedded store
     */
    public record StoreNode(
            String name,
            @Nullable String version,
            long incarnation,
            boolean alive,
            @Nullable Duration leaseRemaining,
            boolean asked,
            int waitingFor,
            long acquired,
            long buffered) {}

    /**
     * The nodes that have the store open now, and those that were declared dead and whose messages are still being
     * released; by incarnation. Reads an index entry for each message that a node has acquired.
     */
    public List<StoreNode> nodes() throws JMSException {
        return calls.asking(node::nodes).stream()
                .map(node -> new StoreNode(
                        node.name(),
                        node.version(),
                        node.incarnation(),
                        node.alive(),
                        node.leaseRemaining(),
                        node.asked(),
                        node.waitingFor(),
                        node.acquired(),
                        node.buffered()))
                .toList();
    }

    /** Lets go of the store, which connections and the linger duration keep open. A second call does nothing. */
    @Override
    public void close() {
        if (calls.close()) {
            onClosed.run();
        }
    }
}
