package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.api.BlockingReason;
import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PageCursor;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Administration of the messages of one queue, dead-letter queue, subscription or topic: lists, purges, redrives and
 * unlocks them. Thread-safe. It closes with its {@link RestanteAdmin}.
 *
 * <p>Long operations process messages in transactions of a few hundred messages each. Sends and receives continue
 * meanwhile, and memory use does not depend on the number of messages.
 *
 * <p>Every method throws the exceptions of {@link RestanteAdmin}. If the entity does not exist, the error code is
 * {@code RESTANTE-ENTITY-NOT-FOUND} or {@code RESTANTE-SUBSCRIPTION-NOT-FOUND}. An invalid selector in the filter
 * causes {@link jakarta.jms.InvalidSelectorException}.
 */
public final class MessagesAdmin {

    private static final Set<MessageState> ALL_STATES = Set.of(MessageState.values());
    private static final Set<MessageState> NOT_LOCKED =
            Set.of(MessageState.AVAILABLE, MessageState.SCHEDULED, MessageState.DEFERRED, MessageState.EXPIRED);

    private final BrokerAdministration node;
    private final MessageAdministration messages;
    private final AdminCallExecutor executor;
    private final Supplier<Entity> entity;

    MessagesAdmin(BrokerAdministration node, AdminCallExecutor executor, Supplier<Entity> entity) {
        this.node = node;
        this.messages = node.messageAdministration();
        this.executor = executor;
        this.entity = entity;
    }

    /**
     * Returns a page of messages. Available, locked and expired messages come first in retrieval order. Scheduled
     * messages, deferred messages and repeated sends follow in this order, each by due time or position. Messages that
     * arrive or leave between two pages can be missing.
     *
     * @param filter a filter whose default states are all states
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@link PageRequest#after()} is invalid
     */
    public MessagePage peek(MessageFilter filter, PageRequest request) throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(request, "request");
        return executor.execute(() -> {
            PageCursor after = request.after() == null ? null : PageCursor.parse(request.after());
            return MessagePage.of(messages.messages(
                    entity.get(), filter.query(ALL_STATES, false), after, request.limit(), request.bodies()));
        });
    }

    /** Returns a message with its body. */
    public Optional<MessageDescription> get(long sequenceNumber) throws JMSException {
        MessageFilter one = MessageFilter.all().withSequenceNumber(sequenceNumber);
        return peek(one, PageRequest.first(1).withBodies()).messages().stream().findFirst();
    }

    /**
     * Returns the reasons why a message is not delivered now, the most immediate reason first. An empty list means that
     * the message is delivered after the messages before it. Selectors of consumers are not considered. Counting
     * in-flight messages reads an index entry for each message of the queue or subscription.
     */
    public List<BlockingReason> explain(long sequenceNumber) throws JMSException {
        return executor.execute(() -> messages.blockingReasons(entity.get(), sequenceNumber));
    }

    /**
     * Removes messages that were present when the call began (BEY-04).
     *
     * <p>On a shared store, other live nodes remove the available and locked messages that they have acquired or have
     * only in memory. The call waits for their answers, usually up to a second, and counts these messages. Messages of
     * a node that does not answer within about five seconds stay. A filter with sequence numbers does not affect
     * messages of other nodes.
     *
     * @param filter a filter whose default states are all except {@link MessageState#LOCKED}. With this state, the call
     *     breaks the locks of matching messages, but skips messages that are being settled
     */
    public BulkResult purge(MessageFilter filter) throws JMSException {
        return purge(filter, done -> true);
    }

    /** Removes messages like {@link #purge(MessageFilter)} and reports the progress. */
    public BulkResult purge(MessageFilter filter, ProgressListener progress) throws JMSException {
        return purge(filter, NOT_LOCKED, false, progress);
    }

    private BulkResult purge(
            MessageFilter filter, Set<MessageState> unlessNamed, boolean neverReceived, ProgressListener progress)
            throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(progress, "progress");
        return executor.executeUnbounded(() -> {
            MessageAdministration.PurgeResult purgeResult =
                    messages.purge(entity.get(), filter.query(unlessNamed, neverReceived), progress::onProgress);
            return new BulkResult(purgeResult.removed(), 0, purgeResult.cancelled());
        });
    }

    /**
     * Removes scheduled messages that were never received (BEY-04). Messages in redelivery back-off stay. No further
     * copies of removed repeated sends are sent (SCH-08).
     *
     * @param filter a filter whose states are ignored
     * @return the number of removed messages
     */
    public long cancelScheduled(MessageFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return purge(filter.withStates(MessageState.SCHEDULED), Set.of(), true, done -> true)
                .processed();
    }

    /**
     * Moves dead letters back to their sources or to a specified queue (BEY-03). Each message goes to the end of the
     * queue without its dead-letter properties. Its delivery count becomes zero, and its time to live starts again.
     * Properties that settlements changed keep their values. Each message is always in exactly one place, even after a
     * crash. Dead letters that arrive during the call stay.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the target already contains the messages, or the
     *     filter includes {@link MessageState#LOCKED}
     */
    public BulkResult redrive(RedriveOptions options) throws JMSException {
        return redrive(options, done -> true);
    }

    /** Moves dead letters like {@link #redrive(RedriveOptions)} and reports the progress. */
    public BulkResult redrive(RedriveOptions options, ProgressListener progress) throws JMSException {
        requireNonNull(options, "options");
        requireNonNull(progress, "progress");
        return executor.executeUnbounded(() ->
                BulkResult.of(messages.redrive(entity.get(), redriveRequest(options, executor), progress::onProgress)));
    }

    /**
     * Edits dead letters and resubmits them to their sources or to a specified queue (BEY-08). One transaction sends
     * the new message and removes the dead letter, so that exactly one of them exists even after a crash. The new
     * message has its own id, a new time to live and a higher redrive count. Apart from the edit, it keeps the headers,
     * properties and body of the dead letter, except dead-letter properties. Duplicate detection does not apply.
     *
     * @param filter a filter whose default states are all except {@link MessageState#LOCKED}
     * @param edit the changes for all messages; see {@link MessageEdit} for its limits
     * @return the number of resubmitted messages, and of messages that have no source, are unreadable or cannot be
     *     edited
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the target already contains the messages; with
     *     {@code RESTANTE-ENTITY-DISABLED} if the target rejects sends, after earlier messages were resubmitted. If no
     *     edited message can be sent, the first reason is thrown, for example that headers and properties exceed 1 MiB
     */
    public BulkResult resubmit(MessageFilter filter, MessageEdit edit, ProgressListener progress) throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(edit, "edit");
        requireNonNull(progress, "progress");
        RedriveOptions options = RedriveOptions.all().withFilter(filter).withTarget(edit.target());
        return executor.executeUnbounded(() -> {
            MessageAdministration.RedriveRequest order = redriveRequest(options, executor);
            return BulkResult.of(messages.resubmit(
                    entity.get(),
                    new MessageAdministration.ResubmitRequest(order.query(), order.target(), edit.edit()),
                    progress::onProgress));
        });
    }

    static MessageAdministration.RedriveRequest redriveRequest(RedriveOptions options, AdminCallExecutor executor) {
        Set<MessageState> named = options.filter().states();
        if (named != null && named.contains(MessageState.LOCKED)) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT, "Locked messages cannot be redriven. Break their locks first.");
        }
        String target = options.target();
        return new MessageAdministration.RedriveRequest(
                options.filter().query(NOT_LOCKED, false),
                target == null ? null : executor.requireEntity(target),
                options.maxMessages(),
                options.messagesPerSecond());
    }

    /**
     * Makes deferred messages available again at their old positions, with unchanged delivery counts (DEF-04).
     *
     * @param sequenceNumbers the sequence numbers; numbers of messages that are not deferred are ignored
     * @return the number of messages that became available
     */
    public long undefer(Collection<Long> sequenceNumbers) throws JMSException {
        List<Long> numbers = List.copyOf(requireNonNull(sequenceNumbers, "sequenceNumbers"));
        return executor.executeUnbounded(() -> messages.undefer(entity.get(), numbers));
    }

    /**
     * Breaks the lock of a message (BEY-04). The message becomes available immediately with a higher delivery count, or
     * is dead-lettered at its maximum delivery count. A settlement by the former consumer fails with
     * {@code MessageLockLostException}. If another node has the lock, this node sends it a request, which takes effect
     * at its next poll, normally within a second.
     *
     * @param timeout the longest wait for another node, 0 or more
     */
    public LockBreakResult breakLock(long sequenceNumber, Duration timeout) throws JMSException {
        requireNonNull(timeout, "timeout");
        return executor.execute(() -> switch (messages.breakLock(entity.get(), sequenceNumber, timeout)) {
            case BROKEN -> LockBreakResult.BROKEN;
            case NOT_LOCKED -> LockBreakResult.NOT_LOCKED;
            case TIMED_OUT -> LockBreakResult.TIMED_OUT;
        });
    }

    /**
     * Returns the message counts of a dead-letter queue by dead-letter reason. Reads all messages without their bodies.
     *
     * @param limit the highest number of reasons, 1 to 1,000
     * @throws IllegalArgumentException if the limit is out of range
     */
    public DeadLetterReasons deadLetterReasons(int limit) throws JMSException {
        if (limit < 1 || limit > PageRequest.MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "The limit of " + limit + " reasons is not within 1 to " + PageRequest.MAX_LIMIT);
        }
        return executor.execute(() -> {
            Entity counted = entity.get();
            Map<String, Long> reasons = messages.deadLetterReasons(counted, limit);
            long total = node.statistics().statistics(counted).total();
            long named = reasons.values().stream().mapToLong(Long::longValue).sum();
            return new DeadLetterReasons(reasons, Math.max(0, total - named));
        });
    }

    /** Returns the administration of the message groups (GRP-08). */
    public GroupsAdmin groups() {
        return new GroupsAdmin(node, executor, entity);
    }
}
