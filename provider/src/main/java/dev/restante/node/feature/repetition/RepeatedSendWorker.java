package dev.restante.node.feature.repetition;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHeader;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.groups.GroupRule;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.feature.topics.TopicSnapshot;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
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
 * Worker for repeated sends, on the sweeper's thread: sends a copy at each due time and schedules the next one
 * (SCH-02).
 *
 * <p>One fenced operation sends a copy and reschedules the repeated send, or removes it after the last copy. Therefore
 * only one node sends each copy, and a crash neither loses nor repeats it. A copy is routed like any other send at that
 * time (SCH-07).
 */
public final class RepeatedSendWorker {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedSendWorker.class);
    private static final SendRequest.Sender REPEATER = new SendRequest.Sender("repeating", null);

    /** Property of a copy that contains the message id of its repeated send, as in ActiveMQ Classic. */
    private static final String JOB_ID = "scheduledJobId";

    private static final int MAX_COPIED_BYTES = 8 << 20;

    /** Limit for the copies of one repeated send in a run, because other repeated sends are due, too. */
    private static final int MAX_ROUNDS = 100;

    /** Delay before this node retries a repeated send that it cannot read. */
    private static final long UNREADABLE_RETRY_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final ForwardRouter forwardRouter;
    private final TopicSender topicSender;

    public RepeatedSendWorker(
            NodeServices node, IdleEntityDeleter idleDeleter, ForwardRouter forwardRouter, TopicSender topicSender) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.forwardRouter = forwardRouter;
        this.topicSender = topicSender;
    }

    /**
     * Due time of a repeated send.
     *
     * @param repeated repeated send as it was read
     * @param entity entity that contains the repeated send
     * @param nextMillis next due time, {@link Delivery#NEVER} for none
     * @param changeSet changes that send the copy and reschedule the repeated send
     * @param postponedBecause why no copy can be sent; null if one is sent
     */
    private record DueSend(
            Delivery repeated,
            Entity entity,
            long nextMillis,
            ChangeSet changeSet,
            @Nullable String postponedBecause) {}

    /**
     * Sends the copies that are due.
     *
     * @param due due deliveries of any state; only repeated sends are handled
     * @return the number of repeated sends that this node, or meanwhile another node, has handled
     */
    public int sendDueCopies(List<Delivery> due, long nowMillis) {
        List<Delivery> repeated = due.stream()
                .filter(delivery ->
                        delivery.state() == DeliveryState.REPEATING && delivery.visibleAtMillis() <= nowMillis)
                .toList();
        int done = 0;
        for (int first = 0; first < repeated.size(); ) {
            int end = first + 1;
            for (long bytes = repeated.get(first).size();
                    end < repeated.size() && bytes + repeated.get(end).size() <= MAX_COPIED_BYTES;
                    end++) {
                bytes += repeated.get(end).size();
            }
            done += sendPageOfCopies(repeated.subList(first, end), nowMillis);
            first = end;
        }
        return done;
    }

    private int sendPageOfCopies(List<Delivery> repeated, long nowMillis) {
        Map<Long, StoredMessage> messages =
                ReadableMessageLoader.loadConfirmed(node.store().deliveries(), repeated);
        List<Delivery> left = repeated;
        int done = 0;
        for (int round = 0; round < MAX_ROUNDS && !left.isEmpty(); round++) {
            SortedMap<Long, TopicSnapshot> used = new TreeMap<>();
            try {
                List<DueSend> dueSends = dueSends(left, messages, used, nowMillis);
                done = Math.max(done, dueSends.size());
                left = execute(dueSends, nowMillis);
            } finally {
                used.forEach((topicId, topic) -> topicSender.sequencer(topicId).unitEnded(topic));
            }
        }
        return done;
    }

    private List<DueSend> dueSends(
            List<Delivery> repeated,
            Map<Long, StoredMessage> messages,
            SortedMap<Long, TopicSnapshot> used,
            long nowMillis) {
        List<DueSend> dueSends = new ArrayList<>(repeated.size());
        for (Delivery each : repeated) {
            Entity entity = node.registry().cached(each.entityId()).orElse(null);
            if (entity != null && entity.unreadableReason() == null) {
                dueSends.add(dueSend(each, entity, messages.get(each.ref().messageId()), used, nowMillis));
            }
        }
        return dueSends;
    }

    private DueSend dueSend(
            Delivery repeated,
            Entity entity,
            @Nullable StoredMessage message,
            SortedMap<Long, TopicSnapshot> used,
            long nowMillis) {
        RepeatedSendSchedule repeatSchedule =
                message == null ? null : message.header().repeatSchedule();
        if (message == null || repeatSchedule == null) {
            return postpone(repeated, entity, "The stored message cannot be read", nowMillis);
        }
        try {
            RepeatScheduleRule.DueCopy dueCopy =
                    RepeatScheduleRule.of(repeatSchedule).dueCopy(repeated.visibleAtMillis(), nowMillis);
            List<Change> changes = new ArrayList<>();
            if (dueCopy.copyMillis() != Delivery.NEVER) {
                changes.addAll(copy(repeated, entity, message, dueCopy.copyMillis(), used));
            }
            return dueSend(repeated, entity, dueCopy.nextMillis(), changes, null);
        } catch (RuntimeException e) {
            if (e instanceof StoreException || (e instanceof BrokerException refused && refused.retryable())) {
                throw e;
            }
            return postpone(repeated, entity, String.valueOf(e.getMessage()), nowMillis);
        }
    }

    /** Postpones a repeated send, which administrators can see and a node with another version may be able to read. */
    private DueSend postpone(Delivery repeated, Entity entity, String why, long nowMillis) {
        return dueSend(repeated, entity, nowMillis + UNREADABLE_RETRY_MILLIS, new ArrayList<>(), why);
    }

    /** Logs that a repeated send was postponed. If its postponement missed, another node has ended it meanwhile. */
    private static void logPostponed(DueSend dueSend) {
        if (dueSend.postponedBecause() != null) {
            LOG.error(
                    "Restante cannot send a copy of message {} of '{}' and tries again later: {}",
                    dueSend.repeated().id(),
                    DisplayText.shorten(dueSend.entity().name()),
                    DisplayText.shorten(dueSend.postponedBecause()));
        }
    }

    /** Returns the changes that send the copy, if any, together with the change of the repeated send. */
    private DueSend dueSend(
            Delivery repeated,
            Entity entity,
            long nextMillis,
            List<Change> changes,
            @Nullable String postponedBecause) {
        boolean last = nextMillis == Delivery.NEVER;
        changes.add(
                last
                        ? new Change.Discard(repeated.ref())
                        : new Change.Reschedule(repeated.ref(), nextMillis, IdLayout.firstPositionAt(nextMillis)));
        long noticeAtMillis = Math.min(node.context().nextDueMillis(changes), nextMillis);
        ChangeSet changeSet = ChangeSet.ofSend(entity.id(), changes, noticeAtMillis);
        return new DueSend(repeated, entity, nextMillis, changeSet, postponedBecause);
    }

    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private List<Change> copy(
            Delivery repeated,
            Entity entity,
            StoredMessage message,
            long dueMillis,
            SortedMap<Long, TopicSnapshot> used) {
        long id = node.context().ids().next();
        MessageHeader header = message.header();
        long ownMillis =
                header.expiration() == 0 ? 0 : SaturatingTime.minus(header.expiration(), header.deliveryTime());
        long expiresAt = ExpiryRule.ownExpiry(entity, ownMillis, dueMillis);
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(header.properties());
        properties.put(JOB_ID, IdLayout.messageId(repeated.ref().messageId()));
        MessageHeader copied = new MessageHeader(
                header.messageId() == null ? null : IdLayout.messageId(id),
                header.destination(),
                header.bodyKind(),
                header.correlationId(),
                header.replyTo(),
                header.type(),
                header.timestamp(),
                dueMillis,
                expiresAt == Delivery.NEVER ? 0 : expiresAt,
                header.priority(),
                header.persistent(),
                properties);
        Delivery delivery = LastValueRule.withValueKey(
                new Delivery(
                        DeliveryRef.onlyDelivery(id),
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
        PreparedSend send = forwardRouter.routeSend(
                new PreparedSend(
                        entity,
                        new Change.Enqueue(new StoredMessage(id, copied, message.body()), List.of(delivery)),
                        List.of(),
                        REPEATER,
                        null),
                node.storeClock().storeMillis());
        return send.fansOut()
                ? topicSender.changes(
                        send,
                        topicId -> used.computeIfAbsent(
                                topicId, other -> topicSender.sequencer(other).unitStarted()))
                : send.changes();
    }

    /** Commits dueSends, and returns the repeated sends that are due again or must be retried. */
    private List<Delivery> execute(List<DueSend> dueSends, long nowMillis) {
        List<Delivery> again = new ArrayList<>();
        List<OperationOutcome> outcomes = dueSends.isEmpty()
                ? List.of()
                : node.committer()
                        .commitEach(dueSends.stream().map(DueSend::changeSet).toList());
        StoreException failure = null;
        for (int i = 0; i < dueSends.size(); i++) {
            DueSend dueSend = dueSends.get(i);
            OperationOutcome outcome = outcomes.get(i);
            if (outcome instanceof OperationOutcome.SubscriptionsChanged former) {
                topicSender.reload(former.topicId());
                again.add(dueSend.repeated());
            } else if (outcome instanceof OperationOutcome.EntityGone) {
                again.add(dueSend.repeated());
            } else if (outcome instanceof OperationOutcome.Applied) {
                logPostponed(dueSend);
                idleDeleter.recordUseQuietly(dueSend.entity());
                if (dueSend.nextMillis() <= nowMillis) {
                    again.add(dueSend.repeated().rescheduled(dueSend.nextMillis()));
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
