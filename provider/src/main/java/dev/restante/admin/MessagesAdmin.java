package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.api.Obstacle;
import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PagePlace;
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
 * The messages of one queue, dead-letter queue, subscription or topic: looks at them, removes, redrives them, breaks
 * their locks. Thread-safe; closed with the {@link RestanteAdmin} that it comes from.
 *
 * <p>What takes long works in transactions of a few hundred messages, so that senders and receivers go on meanwhile,
 * and uses little memory however much there is.
 *
 * <p>Every method throws what {@link RestanteAdmin} says, {@code RESTANTE-ENTITY-NOT-FOUND} or
 * {@code RESTANTE-SUBSCRIPTION-NOT-FOUND} if what it is about is gone, and {@link jakarta.jms.InvalidSelectorException}
 * if the filter has a selector that is none.
 */
public final class MessagesAdmin {

    private static final Set<MessageState> EVERY = Set.of(MessageState.values());
    private static final Set<MessageState> NOT_LOCKED =
            Set.of(MessageState.AVAILABLE, MessageState.SCHEDULED, MessageState.DEFERRED, MessageState.EXPIRED);

    private final Administration node;
    private final MessageAdministration messages;
    private final AdminCalls calls;
    private final Supplier<Entity> entity;

    MessagesAdmin(Administration node, AdminCalls calls, Supplier<Entity> entity) {
        this.node = node;
        this.messages = node.messageAdministration();
        this.calls = calls;
        this.entity = entity;
    }

    /**
     * A page of messages: first what is available, locked or expired in the order in which it is received, then what is
     * scheduled in the order in which it will be received, then what is deferred, then what is sent repeatedly by its
     * next due time. What comes or goes between two pages may show or not.
     *
     * @param filter where it names no states, all of them
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if {@link PageRequest#after()} does not come from a
     *     page
     */
    public MessagePage peek(MessageFilter filter, PageRequest request) throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(request, "request");
        return calls.asking(() -> {
            PagePlace after = request.after() == null ? null : PagePlace.parse(request.after());
            return MessagePage.of(
                    messages.page(entity.get(), filter.query(EVERY, false), after, request.limit(), request.bodies()));
        });
    }

    /** The message with a sequence number, with its body. */
    public Optional<MessageDescription> get(long sequenceNumber) throws JMSException {
        MessageFilter one = MessageFilter.all().withSequenceNumber(sequenceNumber);
        return peek(one, PageRequest.first(1).withBodies()).messages().stream().findFirst();
    }

    /**
     * Tells why a message is not delivered now: everything that keeps it, what is nearest to it first. Nothing keeps it
     * if it is its turn as soon as those before it are received. Which messages receivers with a selector want is not
     * looked at. Counting what is in flight reads an index entry for each message of the queue or subscription.
     */
    public List<Obstacle> explain(long sequenceNumber) throws JMSException {
        return calls.asking(() -> messages.explain(entity.get(), sequenceNumber));
    }

    /**
     * Removes messages that were there when the call began (BEY-04).
     *
     * @param filter where it names no states, all that are not locked. Where it names {@link MessageState#LOCKED},
     *     locks are broken, and whoever holds one finds it lost; what is just being settled is left alone
     */
    public BulkResult purge(MessageFilter filter) throws JMSException {
        return purge(filter, done -> true);
    }

    /** The same, telling how far it has come. */
    public BulkResult purge(MessageFilter filter, Progress progress) throws JMSException {
        return purge(filter, NOT_LOCKED, false, progress);
    }

    private BulkResult purge(
            MessageFilter filter, Set<MessageState> unlessNamed, boolean neverReceived, Progress progress)
            throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(progress, "progress");
        return calls.working(() -> {
            MessageAdministration.Purged purged =
                    messages.purge(entity.get(), filter.query(unlessNamed, neverReceived), progress::proceed);
            return new BulkResult(purged.removed(), 0, purged.cancelled());
        });
    }

    /**
     * Removes messages that are scheduled and were not received yet; what waits in its redelivery back-off stays
     * (BEY-04). Of what is sent repeatedly no further copy comes (SCH-08).
     *
     * @param filter its states do not matter
     * @return how many are gone
     */
    public long cancelScheduled(MessageFilter filter) throws JMSException {
        requireNonNull(filter, "filter");
        return purge(filter.withStates(MessageState.SCHEDULED), Set.of(), true, done -> true)
                .done();
    }

    /**
     * Moves dead letters back to where they came from, or to a named queue (BEY-03). Each goes to the end of the queue,
     * its delivery count zero, its time to live counting anew, without its dead-letter properties; properties that
     * settlements changed stay so. At every instant, and after a crash, it is in exactly one place. What comes to the
     * dead-letter queue while this goes on stays.
     *
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the target is where they are, or the states of the
     *     filter name {@link MessageState#LOCKED}
     */
    public BulkResult redrive(RedriveOptions options) throws JMSException {
        return redrive(options, done -> true);
    }

    /** The same, telling how far it has come. */
    public BulkResult redrive(RedriveOptions options, Progress progress) throws JMSException {
        requireNonNull(options, "options");
        requireNonNull(progress, "progress");
        return calls.working(() -> {
            MessageAdministration.Redriven redriven =
                    messages.redrive(entity.get(), redriveOrder(options, calls), progress::proceed);
            return new BulkResult(redriven.moved(), redriven.withoutSource(), redriven.cancelled());
        });
    }

    /**
     * Edits dead letters and sends them again (BEY-08): where they came from, or to a named queue. Each is removed in
     * the transaction that sends what was made of it: at every instant, and after a crash, there is one of the two.
     * What is sent is a new message with an id of its own, its time to live counting anew, without the dead-letter
     * properties; it has the properties, headers and body of the old one but for what the edit changes, and counts as
     * redriven once more. Duplicate detection does not keep it out.
     *
     * @param filter where it names no states, all that are not locked
     * @param edit the same for all; see {@link MessageEdit} for what it can't change
     * @return how many were sent; those that are left have no source, can't be read, or can't be edited so
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the target is where they are, or headers and
     *     properties of a message become larger than 1 MiB together; {@code RESTANTE-ENTITY-DISABLED} if the target
     *     takes no sends. Those before it are sent then
     */
    public BulkResult resubmit(MessageFilter filter, MessageEdit edit, Progress progress) throws JMSException {
        requireNonNull(filter, "filter");
        requireNonNull(edit, "edit");
        requireNonNull(progress, "progress");
        RedriveOptions options = RedriveOptions.all().withFilter(filter).withTarget(edit.target());
        return calls.working(() -> {
            MessageAdministration.Redrive order = redriveOrder(options, calls);
            MessageAdministration.Redriven resubmitted = messages.resubmit(
                    entity.get(),
                    new MessageAdministration.Resubmission(order.query(), order.target(), edit.edit()),
                    progress::proceed);
            return new BulkResult(resubmitted.moved(), resubmitted.withoutSource(), resubmitted.cancelled());
        });
    }

    /** The request to the broker. */
    static MessageAdministration.Redrive redriveOrder(RedriveOptions options, AdminCalls calls) {
        Set<MessageState> named = options.filter().states();
        if (named != null && named.contains(MessageState.LOCKED)) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT, "What is locked can't be redriven; break its lock first");
        }
        String target = options.target();
        return new MessageAdministration.Redrive(
                options.filter().query(NOT_LOCKED, false),
                target == null ? null : calls.existing(target),
                options.maximum(),
                options.perSecond());
    }

    /**
     * Makes deferred messages available again, at their old places, with the delivery counts that they have (DEF-04).
     *
     * @param sequenceNumbers those that are not of a deferred message are passed over
     * @return how many became available
     */
    public long undefer(Collection<Long> sequenceNumbers) throws JMSException {
        List<Long> numbers = List.copyOf(requireNonNull(sequenceNumbers, "sequenceNumbers"));
        return calls.working(() -> messages.undefer(entity.get(), numbers));
    }

    /**
     * Takes the lock of a message away from whoever has it (BEY-04). The message is available again at once, counted as
     * if it had been abandoned, or dead-lettered at its limit; what its former holder does with it fails with
     * {@code MessageLockLostException}. Where another node of a shared store holds the lock, that node is asked and
     * does it at its next poll, within a second normally.
     *
     * @param timeout how long to wait for another node, 0 or more
     */
    public LockBreakResult breakLock(long sequenceNumber, Duration timeout) throws JMSException {
        requireNonNull(timeout, "timeout");
        return calls.working(() -> switch (messages.breakLock(entity.get(), sequenceNumber, timeout)) {
            case BROKEN -> LockBreakResult.BROKEN;
            case NOT_LOCKED -> LockBreakResult.NOT_LOCKED;
            case TIMED_OUT -> LockBreakResult.TIMED_OUT;
        });
    }

    /**
     * Why the messages are here, for a dead-letter queue. Reads all of them, without their bodies.
     *
     * @param limit at most so many reasons, 1 to 1,000
     * @throws IllegalArgumentException for a limit out of its range
     */
    public DeadLetterReasons deadLetterReasons(int limit) throws JMSException {
        if (limit < 1 || limit > PageRequest.MOST) {
            throw new IllegalArgumentException(limit + " reasons are not within 1 to " + PageRequest.MOST);
        }
        return calls.asking(() -> {
            Entity counted = entity.get();
            Map<String, Long> reasons = messages.reasons(counted, limit);
            long total = node.statistics().of(counted).total();
            long named = reasons.values().stream().mapToLong(Long::longValue).sum();
            return new DeadLetterReasons(reasons, Math.max(0, total - named));
        });
    }

    /** The message groups of the queue or subscription (GRP-08). */
    public GroupsAdmin groups() {
        return new GroupsAdmin(node, calls, entity);
    }
}
