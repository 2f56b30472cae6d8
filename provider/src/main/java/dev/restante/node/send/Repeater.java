package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Work;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.Topic;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.LastValueRule;
import dev.restante.node.rule.RepetitionRule;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeated sends at work: at each due time a copy of the message is sent, by the operation that puts the repeated send
 * on to its next due time, or removes it after its last (SCH-02). That is fenced, so of several nodes one makes the
 * copy, and none is lost or made twice by whoever dies when.
 *
 * <p>A copy goes the way of any other send: to the queue, to where that forwards, or to those who are subscribed to the
 * topic at that moment (SCH-07).
 *
 * <p>Called on the sweeper's thread.
 */
public final class Repeater {

    private static final Logger LOG = LoggerFactory.getLogger(Repeater.class);
    private static final SendRequest.Sender NOBODY = new SendRequest.Sender("repeating", null);

    /** The property of a copy that names its repeated send, as ActiveMQ Classic calls it. */
    private static final String JOB_ID = "scheduledJobId";

    private static final int MAX_COPIED_BYTES = 8 << 20;

    /** So many copies of one repeated send at a time: others are due too. */
    private static final int MOST_ROUNDS = 100;

    /** What this JVM can't repeat is looked at again so much later. */
    private static final long UNREADABLE_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final NodeContext context;
    private final Commits commits;
    private final IdleEntities idleEntities;
    private final Forwarding forwarding;
    private final TopicSending topics;

    public Repeater(
            NodeContext context,
            Commits commits,
            IdleEntities idleEntities,
            Forwarding forwarding,
            TopicSending topics) {
        this.context = context;
        this.commits = commits;
        this.idleEntities = idleEntities;
        this.forwarding = forwarding;
        this.topics = topics;
    }

    /**
     * A due time of a repeated send.
     *
     * @param repeated as it was seen
     * @param entity where it is
     * @param nextMillis its next due time, {@link Delivery#NEVER} for none
     * @param work what is done
     */
    private record Turn(Delivery repeated, Entity entity, long nextMillis, Work work) {}

    /**
     * Makes the copies that are due.
     *
     * @param due anything that is; what is no repeated send is passed over
     * @return how many repeated sends were dealt with, by this node or meanwhile by another
     */
    public int repeat(List<Delivery> due, long nowMillis) {
        List<Delivery> repeated = due.stream()
                .filter(delivery -> delivery.state() == DeliveryState.REPEATING && delivery.visibleAt() <= nowMillis)
                .toList();
        int done = 0;
        for (int first = 0; first < repeated.size(); ) {
            int end = first + 1;
            for (long bytes = repeated.get(first).size();
                    end < repeated.size() && bytes + repeated.get(end).size() <= MAX_COPIED_BYTES;
                    end++) {
                bytes += repeated.get(end).size();
            }
            done += repeatTogether(repeated.subList(first, end), nowMillis);
            first = end;
        }
        return done;
    }

    private int repeatTogether(List<Delivery> repeated, long nowMillis) {
        Map<Long, StoredMessage> messages =
                ReadableMessages.certainly(context.store().deliveries(), repeated);
        List<Delivery> left = repeated;
        int done = 0;
        for (int round = 0; round < MOST_ROUNDS && !left.isEmpty(); round++) {
            SortedMap<Long, Topic> used = new TreeMap<>();
            try {
                List<Turn> turns = turns(left, messages, used, nowMillis);
                done = Math.max(done, turns.size());
                left = execute(turns, nowMillis);
            } finally {
                used.forEach((topicId, topic) -> topics.lane(topicId).unitEnded(topic));
            }
        }
        return done;
    }

    private List<Turn> turns(
            List<Delivery> repeated, Map<Long, StoredMessage> messages, SortedMap<Long, Topic> used, long nowMillis) {
        List<Turn> turns = new ArrayList<>(repeated.size());
        for (Delivery each : repeated) {
            Entity entity = context.registry().cached(each.entityId()).orElse(null);
            if (entity != null && entity.unreadable() == null) {
                turns.add(turn(each, entity, messages.get(each.ref().messageId()), used, nowMillis));
            }
        }
        return turns;
    }

    private Turn turn(
            Delivery repeated,
            Entity entity,
            @Nullable StoredMessage message,
            SortedMap<Long, Topic> used,
            long nowMillis) {
        Repetition repetition = message == null ? null : message.head().repetition();
        if (message == null || repetition == null) {
            return putOff(repeated, entity, "its message can't be read", nowMillis);
        }
        try {
            RepetitionRule.Turn turn = RepetitionRule.of(repetition).turn(repeated.visibleAt(), nowMillis);
            List<Change> changes = new ArrayList<>();
            if (turn.copyMillis() != Delivery.NEVER) {
                changes.addAll(copy(repeated, entity, message, turn.copyMillis(), used));
            }
            return turn(repeated, entity, turn.nextMillis(), changes);
        } catch (RuntimeException e) {
            if (e instanceof StoreException || (e instanceof BrokerException refused && refused.retryable())) {
                throw e;
            }
            return putOff(repeated, entity, e.getMessage(), nowMillis);
        }
    }

    /** Nothing is lost: it is shown to administrators, and another JVM may know more. */
    private Turn putOff(Delivery repeated, Entity entity, @Nullable String why, long nowMillis) {
        LOG.error(
                "Message {} of '{}' can't be repeated now, and is looked at again later: {}",
                repeated.id(),
                ShownText.of(entity.name()),
                ShownText.of(String.valueOf(why)));
        return turn(repeated, entity, nowMillis + UNREADABLE_MILLIS, new ArrayList<>());
    }

    /** The copy, if any, together with what becomes of the repeated send. */
    private Turn turn(Delivery repeated, Entity entity, long nextMillis, List<Change> changes) {
        boolean last = nextMillis == Delivery.NEVER;
        changes.add(
                last
                        ? new Change.Discard(repeated.ref())
                        : new Change.Reschedule(repeated.ref(), nextMillis, IdLayout.firstPositionAt(nextMillis)));
        long noticeAtMillis = Math.min(context.noticeAt(changes), nextMillis);
        Work work = new Work(entity.id(), changes, Operation.Misses.FAIL, List.of(), true, noticeAtMillis);
        return new Turn(repeated, entity, nextMillis, work);
    }

    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private List<Change> copy(
            Delivery repeated, Entity entity, StoredMessage message, long dueMillis, SortedMap<Long, Topic> used) {
        long id = context.ids().next();
        MessageHead head = message.head();
        long ownMillis = head.expiration() == 0 ? 0 : Spans.earlier(head.expiration(), head.deliveryTime());
        long expiresAt = ExpiryRule.ownDeadline(entity, ownMillis, dueMillis);
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(head.properties());
        properties.put(JOB_ID, SendPreparation.messageId(repeated.ref().messageId()));
        MessageHead copied = new MessageHead(
                head.messageId() == null ? null : SendPreparation.messageId(id),
                head.destination(),
                head.bodyKind(),
                head.correlationId(),
                head.replyTo(),
                head.type(),
                head.timestamp(),
                dueMillis,
                expiresAt == Delivery.NEVER ? 0 : expiresAt,
                head.priority(),
                head.persistent(),
                properties);
        Delivery delivery = LastValueRule.valued(
                new Delivery(
                        DeliveryRef.sole(id),
                        entity.id(),
                        DeliveryState.AVAILABLE,
                        repeated.priority(),
                        IdLayout.firstPositionAt(dueMillis),
                        GroupRule.groupId(properties),
                        repeated.size(),
                        repeated.persistent(),
                        0,
                        dueMillis,
                        expiresAt,
                        0,
                        false,
                        null),
                entity,
                copied);
        PreparedSend send = forwarding.routed(
                new PreparedSend(
                        entity,
                        new Change.Enqueue(new StoredMessage(id, copied, message.body()), List.of(delivery)),
                        List.of(),
                        NOBODY,
                        null),
                context.time().millis());
        return send.toTopic()
                ? topics.changes(
                        send,
                        topicId -> used.computeIfAbsent(
                                topicId, other -> topics.lane(other).unitBegun()))
                : send.changes();
    }

    /** Returns what is due again, or has to be done again. */
    private List<Delivery> execute(List<Turn> turns, long nowMillis) {
        List<Delivery> again = new ArrayList<>();
        List<Outcome> outcomes = turns.isEmpty()
                ? List.of()
                : commits.executeEach(turns.stream().map(Turn::work).toList());
        StoreException failure = null;
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            Outcome outcome = outcomes.get(i);
            if (outcome instanceof Outcome.Outdated former) {
                topics.reload(former.topicId());
                again.add(turn.repeated());
            } else if (outcome instanceof Outcome.EntityGone) {
                again.add(turn.repeated());
            } else if (outcome instanceof Outcome.Applied) {
                idleEntities.usedBefore(turn.entity());
                if (turn.nextMillis() <= nowMillis) {
                    again.add(turn.repeated().rescheduled(turn.nextMillis()));
                }
            } else if (outcome.failure() != null) {
                failure = outcome.failure();
            }
        }
        if (failure != null) {
            throw failure;
        }
        return again;
    }
}
