package dev.restante.node.commit;

import dev.restante.broker.SubscriptionName;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.model.ShownText;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.rule.DeadLetterRule;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.node.rule.GroupEnds;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the fate of a delivery into the change that brings it about: back, to the dead-letter queue, or away. */
public final class Returns {

    private static final Logger LOG = LoggerFactory.getLogger(Returns.class);

    private final NodeContext context;
    private volatile Consumer<Delivery> groupExpired = delivery -> {};

    public Returns(NodeContext context) {
        this.context = context;
    }

    /** Tells of expired deliveries that this node gives back because their groups go with them. */
    public void onGroupExpired(Consumer<Delivery> listener) {
        groupExpired = listener;
    }

    /** From now on nothing of the group of an expired delivery is handed out here. */
    void endGroupOf(Delivery expired) {
        groupExpired.accept(expired);
    }

    /**
     * The work for a delivery that nobody has and whose group has expired (TTL-18).
     *
     * @param end what takes it along
     */
    public Work withGroup(Entity entity, Delivery delivery, GroupEnds.End end) {
        Work dropped = Work.removing(entity.id(), new Change.Discard(delivery.refAsRead()), Operation.Misses.SKIP);
        return entity.options().deadLetterOnExpiry()
                ? deadLetter(entity, delivery, withGroup(delivery, end), Operation.Misses.SKIP)
                        .orElse(dropped)
                : dropped;
    }

    /** The work for a delivery that nobody has and that has expired, once what goes with it has gone. */
    public Work expired(Entity entity, Delivery delivery) {
        boolean deadLettered = entity.options().deadLetterOnExpiry() && !entity.isDeadLetterQueue();
        return ofStored(entity, delivery, new Fate.Expired(ExpiryRule.deadline(entity, delivery), deadLettered), null);
    }

    /** For one that somebody has acquired: he keeps it, and it goes if it comes back. */
    public Work expiring(Entity entity, Delivery delivery, GroupEnds.End end) {
        DeliveryNote note = entity.options().deadLetterOnExpiry()
                ? DeadLetterRule.expiring(delivery, withGroup(delivery, end), ExpiryRule.deadline(entity, delivery))
                : null;
        return Work.removing(
                entity.id(), new Change.Expire(delivery.ref(), end.deadlineMillis(), note), Operation.Misses.SKIP);
    }

    private Cause withGroup(Delivery delivery, GroupEnds.End end) {
        return Cause.expiredWithGroup(
                delivery, end.deliveryId(), end.deadlineMillis(), context.time().millis());
    }

    /**
     * The work for a delivery that the store has. One that was received from among the deferred ones goes back there,
     * at once (DEF-01).
     *
     * @param note replaces its note; null leaves it as it is
     */
    public Work ofStored(Entity entity, Delivery delivery, Fate fate, @Nullable DeliveryNote note) {
        DeliveryRef ref = delivery.ref();
        if (fate instanceof Fate.Expired && ref.owned() && GroupEnds.apply(entity, delivery)) {
            // Back first, though nobody will receive it: its group goes before it does.
            endGroupOf(delivery);
            return new Work(
                    entity.id(),
                    List.of(new Change.Release(ref, delivery.deliveryCount(), 0, note)),
                    Operation.Misses.SKIP,
                    List.of(),
                    false,
                    context.noticeReturnedAt(entity, delivery));
        }
        if (fate instanceof Fate.Back back && delivery.state() == DeliveryState.DEFERRED) {
            return deferred(entity, delivery, back.deliveryCount(), note, Operation.Misses.SKIP);
        }
        if (fate instanceof Fate.Back back) {
            long deadlineMillis = context.noticeReturnedAt(entity, delivery);
            boolean atOnce = back.visibleAtMillis() == 0;
            return new Work(
                    entity.id(),
                    List.of(new Change.Release(ref, back.deliveryCount(), back.visibleAtMillis(), note)),
                    Operation.Misses.SKIP,
                    atOnce ? List.of(entity.id()) : List.of(),
                    false,
                    atOnce ? deadlineMillis : Math.min(deadlineMillis, back.visibleAtMillis()));
        }
        Cause cause = cause(entity, delivery, fate);
        Work dropped = Work.removing(entity.id(), new Change.Discard(delivery.refAsRead()), Operation.Misses.SKIP);
        return cause == null
                ? dropped
                : deadLetter(entity, delivery, cause, Operation.Misses.SKIP).orElse(dropped);
    }

    /**
     * The work that moves a delivery which the store has to where dead letters of its entity go; empty if they go
     * nowhere.
     */
    public Optional<Work> deadLetter(Entity entity, Delivery delivery, Cause cause, Operation.Misses misses) {
        return deadLetterTarget(entity, cause).map(target -> move(entity, delivery, cause, misses, target));
    }

    private Work move(Entity entity, Delivery delivery, Cause cause, Operation.Misses misses, Entity target) {
        long nowMillis = context.time().millis();
        Change.Move move = DeadLetterRule.move(
                delivery.refAsRead(),
                delivery,
                sourceName(entity),
                target.id(),
                cause,
                ExpiryRule.deadline(entity, delivery),
                nowMillis,
                IdLayout.firstPositionAt(nowMillis));
        return new Work(
                entity.id(),
                orInOwnQueue(move, entity, target),
                misses,
                List.of(target.id()),
                false,
                target.expiryByDefault(nowMillis));
    }

    /** Adds that a dead letter goes to its entity's own dead-letter queue if the configured target is gone (FWD-02). */
    private static List<Change> orInOwnQueue(Change change, Entity from, Entity target) {
        long ownId = from.deadLetterQueueId();
        return ownId == 0 || ownId == target.id() || from.id() == target.id()
                ? List.of(change)
                : List.of(change, new Change.Otherwise(target.id(), ownId));
    }

    /**
     * The work for a delivery that the store has no row for.
     *
     * @return null if nothing is left of it, or if it goes back into memory
     */
    @Nullable
    public Work ofUnstored(Entity entity, Buffered buffered, Fate fate, @Nullable DeliveryNote note) {
        if (fate instanceof Fate.Back back && buffered.delivery().state() == DeliveryState.DEFERRED) {
            return deferUnstored(entity, buffered, back.deliveryCount(), note);
        }
        if (fate instanceof Fate.Back back) {
            return enqueue(entity, buffered, entity, back, note);
        }
        Cause cause = cause(entity, buffered.delivery(), fate);
        return cause == null
                ? null
                : deadLetterUnstored(entity, buffered, cause).orElse(null);
    }

    /**
     * The work that stores a delivery, which the store has no row for, where dead letters of its entity go; empty if
     * they go nowhere.
     */
    public Optional<Work> deadLetterUnstored(Entity entity, Buffered buffered, Cause cause) {
        DeliveryNote note = DeadLetterRule.note(
                buffered.delivery(), sourceName(entity), cause, ExpiryRule.deadline(entity, buffered.delivery()));
        return deadLetterTarget(entity, cause)
                .map(target -> enqueue(entity, buffered, target, new Fate.Back(0, 0), note));
    }

    /**
     * A message on its way into an entity that becomes a dead letter of it instead.
     *
     * @param target where dead letters of that entity go
     * @param delivery its stay there
     */
    public record DeadArrival(Entity target, Delivery delivery) {}

    /** What becomes of a message that can't be forwarded; empty if dead letters of the entity go nowhere. */
    public Optional<DeadArrival> deadArrival(Entity entity, Delivery delivery, Cause cause) {
        DeliveryNote note =
                DeadLetterRule.note(delivery, sourceName(entity), cause, ExpiryRule.deadline(entity, delivery));
        return deadLetterTarget(entity, cause)
                .map(target -> new DeadArrival(target, delivery.in(target.id(), Delivery.NEVER, note)));
    }

    /**
     * The work that sets aside a delivery which the store has and somebody has acquired (RCV-11).
     *
     * @param note replaces its note; null leaves it as it is
     */
    public Work deferred(
            Entity entity, Delivery delivery, int deliveryCount, @Nullable DeliveryNote note, Operation.Misses misses) {
        return new Work(
                entity.id(),
                List.of(new Change.Defer(delivery.ref(), deliveryCount, note)),
                misses,
                List.of(),
                false,
                context.noticeReturnedAt(entity, delivery));
    }

    /** The work that makes a deferred delivery available at its old place, whether somebody has it or not (DEF-04). */
    public Work undeferred(Entity entity, Delivery delivery, int deliveryCount) {
        return new Work(
                entity.id(),
                List.of(new Change.Undefer(delivery.ref(), deliveryCount)),
                Operation.Misses.SKIP,
                List.of(entity.id()),
                false,
                context.noticeReturnedAt(entity, delivery));
    }

    /** The work that stores a delivery, which the store has no row for, as deferred. */
    public Work deferUnstored(Entity entity, Buffered buffered, int deliveryCount, @Nullable DeliveryNote note) {
        Delivery row = row(buffered.delivery(), entity.id(), DeliveryState.DEFERRED, 0, deliveryCount, note);
        return storing(entity, entity, buffered, row);
    }

    /** The name under which dead letters find back: that of a subscription alone could be a queue's. */
    private String sourceName(Entity entity) {
        return entity.kind() == EntityKind.SUBSCRIPTION
                ? context.registry()
                        .known(entity.parentId())
                        .map(topic -> SubscriptionName.path(topic.name(), entity.name()))
                        .orElse(entity.name())
                : entity.name();
    }

    private Optional<Entity> deadLetterTarget(Entity entity, Cause cause) {
        String expiredTo = cause.expiry() ? entity.options().expiredTo() : null;
        return configuredTarget(entity, "expired messages", expiredTo).or(() -> deadLetterTarget(entity));
    }

    /**
     * Where dead letters of an entity go that have not expired (FWD-02); empty for a dead-letter queue and for an
     * entity that is gone.
     */
    public Optional<Entity> deadLetterTarget(Entity entity) {
        Optional<Entity> configured =
                configuredTarget(entity, "dead letters", entity.options().deadLetterTo());
        if (configured.isPresent()) {
            return configured;
        }
        return entity.deadLetterQueueId() == 0
                ? Optional.empty()
                : context.registry().cached(entity.deadLetterQueueId());
    }

    private Optional<Entity> configuredTarget(Entity entity, String what, @Nullable String name) {
        if (name == null) {
            return Optional.empty();
        }
        Optional<Entity> target = Optional.empty();
        try {
            target = context.registry().cachedQueue(name);
        } catch (StoreException e) {
            LOG.warn("The store can't say whether queue '{}' exists", ShownText.of(name), e);
        }
        if (target.isEmpty()) {
            LOG.warn(
                    "'{}' sends its {} to '{}', which was not found; they go where they go without that",
                    ShownText.of(entity.name()),
                    what,
                    ShownText.of(name));
        }
        return target;
    }

    private @Nullable Cause cause(Entity entity, Delivery delivery, Fate fate) {
        if (fate instanceof Fate.Expired expired) {
            return expired.deadLettered()
                    ? Cause.expired(
                            delivery, expired.deadlineMillis(), context.time().millis())
                    : null;
        }
        if (fate instanceof Fate.DeliveredTooOften often) {
            return Cause.deliveredTooOften(
                    often.deliveryCount(), entity.options().maxDeliveryCount());
        }
        return null;
    }

    private Work enqueue(Entity from, Buffered buffered, Entity target, Fate.Back back, @Nullable DeliveryNote note) {
        boolean moved = from.id() != target.id();
        DeliveryState state = back.visibleAtMillis() == 0 ? DeliveryState.AVAILABLE : DeliveryState.SCHEDULED;
        Delivery row = row(buffered.delivery(), target.id(), state, back.visibleAtMillis(), back.deliveryCount(), note);
        return storing(
                from, target, buffered, moved ? atNewPlace(row, context.time().millis()) : row);
    }

    private static Work storing(Entity from, Entity entity, Buffered buffered, Delivery row) {
        Work work = new Work(
                entity.id(),
                orInOwnQueue(new Change.Enqueue(message(buffered, row), List.of(row)), from, entity),
                Operation.Misses.FAIL,
                List.of(),
                false,
                ExpiryRule.dueAt(entity, row));
        // A node had acquired it, and taken it out.
        return buffered.delivery().ref().owned() ? work.ofRestored() : work;
    }

    /**
     * A message that several subscriptions have in memory, or that the store has for others, gets a row of its own for
     * this delivery.
     */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage message(Buffered buffered, Delivery row) {
        StoredMessage message = buffered.message();
        return message.id() == row.id() ? message : new StoredMessage(row.id(), message.head(), message.body());
    }

    private static Delivery row(
            Delivery from,
            long entityId,
            DeliveryState state,
            long visibleAtMillis,
            int deliveryCount,
            @Nullable DeliveryNote note) {
        DeliveryRef ref = from.ref();
        return new Delivery(
                DeliveryRef.sole(ref.id()),
                entityId,
                state,
                from.priority(),
                from.position(),
                from.groupId(),
                from.size(),
                from.persistent(),
                visibleAtMillis,
                from.enqueuedAt(),
                from.expiresAt(),
                deliveryCount,
                false,
                note != null ? note : from.note());
    }

    private Delivery atNewPlace(Delivery row, long nowMillis) {
        return new Delivery(
                row.ref(),
                row.entityId(),
                row.state(),
                row.priority(),
                IdLayout.firstPositionAt(nowMillis),
                row.groupId(),
                row.size(),
                row.persistent(),
                row.visibleAt(),
                nowMillis,
                Delivery.NEVER,
                row.deliveryCount(),
                false,
                row.note());
    }
}
