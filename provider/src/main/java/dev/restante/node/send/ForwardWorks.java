package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.entity.Topic;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.node.rule.LastValueRule;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes that forward a delivery: its row moves, or a new message is written with the operation that removes the
 * old one. Both are fenced, so several nodes can forward the same entity at once (FWD-01).
 */
public final class ForwardWorks {

    private static final Logger LOG = LoggerFactory.getLogger(ForwardWorks.class);
    private static final SendRequest.Sender NOBODY = new SendRequest.Sender("forwarding", null);

    private final NodeContext context;
    private final Returns returns;
    private final Forwarding forwarding;
    private final TopicSending topics;
    private long lastPosition;

    public ForwardWorks(NodeContext context, Returns returns, Forwarding forwarding, TopicSending topics) {
        this.context = context;
        this.returns = returns;
        this.forwarding = forwarding;
        this.topics = topics;
    }

    /** Whether the rows themselves can move: to a queue, or as dead letters. */
    static boolean mayMove(ForwardRoute route) {
        Entity end = route.end();
        return route.broken() != null
                || (end.kind() != EntityKind.TOPIC
                        && !route.detectsDuplicates()
                        && end.options().lastValueKey() == null);
    }

    /** The end of a row that has expired, or else its way on. */
    Work expiredOrMoved(Entity entity, ForwardRoute route, Delivery row) {
        Work expired = expired(entity, row);
        return expired != null ? expired : moved(entity, route, row);
    }

    /** The end of a delivery that has expired; null if it has not. */
    @Nullable
    Work expired(Entity entity, Delivery delivery) {
        Fate fate = Fate.of(
                entity,
                delivery,
                delivery.deliveryCount(),
                false,
                0,
                context.time().certainMillis());
        return fate instanceof Fate.Expired ? returns.ofStored(entity, delivery, fate, null) : null;
    }

    /** The row of a delivery moves; as a dead letter where the way is broken. */
    Work moved(Entity entity, ForwardRoute route, Delivery delivery) {
        if (route.broken() != null) {
            Entity end = route.end();
            return returns.deadLetter(end, delivery, route.broken(), Operation.Misses.SKIP)
                    .map(work -> new Work(
                            entity.id(), work.changes(), work.misses(), work.arrivals(), false, work.noticeAtMillis()))
                    .orElseGet(() ->
                            Work.removing(entity.id(), new Change.Discard(delivery.ref()), Operation.Misses.SKIP));
        }
        Delivery arrived = arrival(entity, route, delivery, delivery.ref());
        Change.Move move = new Change.Move(
                delivery.ref(),
                arrived.entityId(),
                arrived.position(),
                arrived.enqueuedAt(),
                arrived.expiresAt(),
                arrived.deliveryCount(),
                null,
                null);
        return new Work(
                entity.id(),
                List.of(move),
                Operation.Misses.SKIP,
                List.of(arrived.entityId()),
                false,
                ExpiryRule.deadline(route.end(), arrived));
    }

    /** The stay at the end of the way: behind what is there, for as long as its first place and the way allow. */
    private Delivery arrival(Entity entity, ForwardRoute route, Delivery delivery, DeliveryRef ref) {
        long nowMillis = context.time().millis();
        long expiresAt = route.ownDeadline(ExpiryRule.deadline(entity, delivery), nowMillis);
        return new Delivery(
                ref,
                route.end().id(),
                DeliveryState.AVAILABLE,
                delivery.priority(),
                nextPosition(nowMillis),
                delivery.groupId(),
                delivery.size(),
                delivery.persistent(),
                0,
                // From when its own deadline was counted, so that what is shown of it stays.
                expiresAt == Delivery.NEVER ? nowMillis : delivery.enqueuedAt(),
                expiresAt,
                countOf(delivery),
                false,
                delivery.note());
    }

    /** The count goes along (FWD-04); also if the only receiver has died, so that nothing was counted. */
    private static int countOf(Delivery delivery) {
        return delivery.nextDeliveryCount() - 1;
    }

    private synchronized long nextPosition(long nowMillis) {
        lastPosition = Math.max(lastPosition + 1, IdLayout.firstPositionAt(nowMillis));
        return lastPosition;
    }

    /** What is stored already must not stay in the way of others: an id that nothing can be compared by is none. */
    private List<Change.Once> onces(ForwardRoute route, Delivery arrived, StoredMessage copy) {
        try {
            return forwarding.onces(route, arrived, copy, context.time().millis());
        } catch (BrokerException e) {
            LOG.warn("Message {} is forwarded without a look for duplicates: {}", arrived.id(), e.getMessage());
            return List.of();
        }
    }

    /**
     * A new message, and the end of the old one.
     *
     * @param used the topics on the way: each is entered once, for the caller to leave
     */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    Work copied(Entity entity, ForwardRoute route, Buffered from, SortedMap<Long, Topic> used) {
        long id = context.ids().next();
        StoredMessage message = from.message();
        Delivery arrived = arrival(entity, route, from.delivery(), DeliveryRef.sole(id));
        Entity target = route.end();
        if (route.broken() != null) {
            Returns.DeadArrival dead = returns.deadArrival(route.end(), arrived, route.broken())
                    .orElse(new Returns.DeadArrival(route.end(), arrived));
            target = dead.target();
            arrived = dead.delivery().with(0, dead.delivery().note());
        }
        StoredMessage copy =
                new StoredMessage(id, head(message.head(), from.delivery().note()), message.body());
        List<Change.Once> onces = new ArrayList<>();
        if (route.broken() == null && route.detectsDuplicates()) {
            // What the first entity compares it has compared when the message was sent.
            onces.addAll(onces(route, arrived, copy));
            onces.removeIf(once -> once.entityId() == entity.id());
        }
        if (target.kind() == EntityKind.TOPIC) {
            // Its note is in the message now, and what the topic's rules change comes on top.
            arrived = arrived.with(0, null);
        }
        if (route.broken() == null) {
            arrived = LastValueRule.valued(arrived, target, copy.head());
        }
        PreparedSend send = new PreparedSend(target, new Change.Enqueue(copy, List.of(arrived)), onces, NOBODY, entity);
        List<Change> changes = new ArrayList<>();
        if (send.toTopic()) {
            changes.addAll(topics.changes(
                    send,
                    topicId -> used.computeIfAbsent(
                            topicId, other -> topics.lane(other).unitBegun())));
        } else {
            changes.addAll(send.changes());
        }
        if (from.stored()) {
            changes.add(new Change.Complete(from.delivery().ref()));
        }
        return new Work(entity.id(), changes, Operation.Misses.FAIL, List.of(), true, context.noticeAt(changes));
    }

    /** What a rule or a settlement has changed is part of the new message. */
    private static MessageHead head(MessageHead head, @Nullable DeliveryNote note) {
        return note == null ? head : head.with(head.expiration(), note.shown(head.properties()));
    }
}
