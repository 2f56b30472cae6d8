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
import dev.restante.model.ShownText;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.Topic;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.node.worker.AlarmClock;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards what is in an entity that forwards: what was there when the option was set, what becomes available later
 * (scheduled, released), what comes as a dead letter of another entity, and what nodes send that have not heard of the
 * option (FWD-01). What is sent otherwise never gets there: see {@link Forwarding}.
 *
 * <p>To a queue, the row of a delivery moves; to a topic, or where a queue on the way detects duplicates, a new message
 * is written with the operation that removes the old one. Both are fenced, so several nodes can forward the same entity
 * at once.
 */
public final class Forwarder {

    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final int PAGE = 500;
    private static final int MAX_COPIED_BYTES = 8 << 20;
    private static final long RETRY_MILLIS = 500;
    private static final SendRequest.Sender NOBODY = new SendRequest.Sender("forwarding", null);

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Returns returns;
    private final BufferReturns bufferReturns;
    private final IdleEntities idleEntities;
    private final Forwarding forwarding;
    private final TopicSending topics;
    private final AlarmClock.Alarm alarm;
    private long lastPosition;

    /** Whether any entity forwards, as far as this node knows. */
    private volatile boolean any;

    public Forwarder(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            Returns returns,
            BufferReturns bufferReturns,
            IdleEntities idleEntities,
            Forwarding forwarding,
            TopicSending topics,
            AlarmClock clock) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.returns = returns;
        this.bufferReturns = bufferReturns;
        this.idleEntities = idleEntities;
        this.forwarding = forwarding;
        this.topics = topics;
        this.alarm = clock.alarm("forwarding", this::run);
    }

    /** The options of entities are others than before, or may be. */
    public void optionsAltered() {
        any = context.registry().known().stream().anyMatch(Forwarder::forwards);
        look();
    }

    private static boolean forwards(Entity entity) {
        return entity.options().forwardTo() != null && entity.unreadable() == null;
    }

    /** Something may have come by another node. */
    public void look() {
        if (any) {
            alarm.setNoLaterThan(context.time().millis());
        }
    }

    /** Something is available in an entity; called on a pipeline's thread. */
    public void arrived(long entityId) {
        if (any
                && context.registry()
                        .known(entityId)
                        .filter(Forwarder::forwards)
                        .isPresent()) {
            look();
        }
    }

    private void run() {
        boolean failed = false;
        for (Entity entity : List.copyOf(context.registry().known())) {
            if (forwards(entity)) {
                try {
                    withdraw(entity);
                    failed |= !forwardStored(entity);
                } catch (RuntimeException e) {
                    LOG.warn(
                            "What is in '{}' could not be forwarded; it is tried again",
                            ShownText.of(entity.name()),
                            e);
                    failed = true;
                }
            }
        }
        if (failed) {
            again();
        }
    }

    /** What receivers of this node have not taken yet goes on, too. */
    private void withdraw(Entity entity) {
        EntityDispatcher dispatcher = dispatchers.known(entity.id());
        if (dispatcher == null || !dispatcher.active()) {
            return;
        }
        Seat seat = dispatcher.open(() -> {});
        try {
            withdraw(entity, dispatcher, seat);
        } finally {
            buffers.close(dispatcher, seat);
        }
    }

    /** Forwards what a receiver would take, and lets it wait: nobody receives from an entity that forwards. */
    public void withdraw(Entity entity, EntityDispatcher dispatcher, Seat seat) {
        long nowMillis = context.time().millis();
        List<Buffered> expired = new ArrayList<>(0);
        List<Buffered> taken = new ArrayList<>(0);
        for (Buffered next = dispatcher.take(seat, nowMillis, expired);
                next != null;
                next = dispatcher.take(seat, nowMillis, expired)) {
            taken.add(next);
        }
        bufferReturns.expire(expired);
        if (!taken.isEmpty()) {
            try {
                forward(entity, taken);
            } catch (StoreException e) {
                giveBack(taken, e);
                throw e;
            } finally {
                // A fetch under way may bring more.
                again();
            }
        }
    }

    /** What may have been forwarded misses its fence; where there is none, it is rather lost than forwarded twice. */
    private void giveBack(List<Buffered> taken, StoreException failure) {
        boolean inDoubt = failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN;
        bufferReturns.giveBack(
                taken.stream().filter(each -> each.stored() || !inDoubt).toList(), false);
    }

    private void again() {
        alarm.setNoLaterThan(context.time().millis() + RETRY_MILLIS);
    }

    /** Page by page. False if something has to be tried again, such as what a fetch has acquired that was under way. */
    private boolean forwardStored(Entity entity) {
        boolean all = true;
        int acquired = 0;
        Delivery last = null;
        while (true) {
            List<Delivery> page = context.store().deliveries().browse(entity.id(), last, PAGE);
            List<Delivery> available = page.stream()
                    .filter(delivery -> delivery.state() == DeliveryState.AVAILABLE)
                    .toList();
            if (!available.isEmpty()) {
                all &= forwardRows(entity, available);
            }
            acquired += page.size() - available.size();
            if (page.size() < PAGE) {
                // What an application has may come back, and into a buffer here before it is seen.
                return all && acquired == 0;
            }
            last = page.get(PAGE - 1);
        }
    }

    private boolean forwardRows(Entity entity, List<Delivery> rows) {
        ForwardRoute route = forwarding.route(entity, 0);
        idleEntities.used(route.end());
        if (mayMove(route)) {
            List<Work> works = new ArrayList<>(rows.size());
            for (Delivery row : rows) {
                Work expiry = expiry(entity, row);
                works.add(expiry != null ? expiry : moved(entity, route, row));
            }
            return execute(Work.together(works));
        }
        boolean all = true;
        for (int first = 0; first < rows.size(); ) {
            int end = first + 1;
            for (long bytes = rows.get(first).size();
                    end < rows.size() && bytes + rows.get(end).size() <= MAX_COPIED_BYTES;
                    end++) {
                bytes += rows.get(end).size();
            }
            all &= forward(entity, loaded(rows.subList(first, end)));
            first = end;
        }
        return all;
    }

    private List<Buffered> loaded(List<Delivery> rows) {
        Map<Long, StoredMessage> messages = ReadableMessages.of(context.store().deliveries(), rows);
        List<Buffered> loaded = new ArrayList<>(rows.size());
        for (Delivery row : rows) {
            StoredMessage message = messages.get(row.ref().messageId());
            if (message == null) {
                bufferReturns.deadLetterUnreadable(row);
            } else {
                loaded.add(new Buffered(row, message, true));
            }
        }
        return loaded;
    }

    /** Whether the rows themselves can move: to a queue, or as dead letters. */
    private static boolean mayMove(ForwardRoute route) {
        return route.broken() != null || (route.end().kind() != EntityKind.TOPIC && !route.detectsDuplicates());
    }

    /** False if something has to be tried again. */
    private boolean forward(Entity entity, List<Buffered> taken) {
        ForwardRoute route = forwarding.route(entity, 0);
        List<Work> sweeps = new ArrayList<>();
        List<Work> works = new ArrayList<>();
        SortedMap<Long, Topic> used = new TreeMap<>();
        try {
            for (Buffered next : taken) {
                Work expiry = next.stored() ? expiry(entity, next.delivery()) : null;
                if (expiry != null) {
                    sweeps.add(expiry);
                } else if (next.stored() && mayMove(route)) {
                    sweeps.add(moved(entity, route, next.delivery()));
                } else {
                    works.add(copied(entity, route, next, used));
                }
            }
            List<Work> all = new ArrayList<>(Work.together(sweeps));
            all.addAll(works);
            return execute(all);
        } finally {
            used.forEach((topicId, topic) -> topics.lane(topicId).unitEnded(topic));
        }
    }

    private boolean execute(List<Work> works) {
        boolean all = true;
        for (Outcome outcome : works.isEmpty() ? List.<Outcome>of() : commits.executeEach(works)) {
            StoreException failure = outcome.failure();
            if (failure != null) {
                throw new StoreException(failure.kind(), "a message was not forwarded", failure);
            } else if (outcome instanceof Outcome.Outdated former) {
                topics.reload(former.topicId());
                all = false;
            } else if (outcome instanceof Outcome.LockLost
                    || (outcome instanceof Outcome.Applied applied
                            && !applied.missedIds().isEmpty())) {
                // Somebody else has forwarded it, or acquired it and will not keep it.
                all = false;
            }
        }
        return all;
    }

    private @Nullable Work expiry(Entity entity, Delivery delivery) {
        Fate fate = Fate.of(
                entity,
                delivery,
                delivery.deliveryCount(),
                false,
                0,
                context.time().millis());
        return fate instanceof Fate.Expired ? returns.ofStored(entity, delivery, fate, null) : null;
    }

    private Work moved(Entity entity, ForwardRoute route, Delivery delivery) {
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
                0,
                false,
                delivery.note());
    }

    private synchronized long nextPosition(long nowMillis) {
        lastPosition = Math.max(lastPosition + 1, IdLayout.firstPositionAt(nowMillis));
        return lastPosition;
    }

    /** What is stored already must not stay in the way of others: an id that nothing can be compared by is none. */
    private List<Change.Once> onces(ForwardRoute route, Delivery arrived, StoredMessage copy) {
        try {
            return forwarding.onces(route, arrived, copy.head(), context.time().millis());
        } catch (BrokerException e) {
            LOG.warn("Message {} is forwarded without a look for duplicates: {}", arrived.id(), e.getMessage());
            return List.of();
        }
    }

    /** A new message, and the end of the old one. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private Work copied(Entity entity, ForwardRoute route, Buffered from, SortedMap<Long, Topic> used) {
        long id = context.ids().next();
        StoredMessage message = from.message();
        Delivery arrived = arrival(entity, route, from.delivery(), DeliveryRef.sole(id));
        Entity target = route.end();
        if (route.broken() != null) {
            Returns.DeadArrival dead = returns.deadArrival(route.end(), arrived, route.broken())
                    .orElse(new Returns.DeadArrival(route.end(), arrived));
            target = dead.target();
            arrived = dead.delivery();
        }
        StoredMessage copy =
                new StoredMessage(id, head(message.head(), from.delivery().note()), message.body());
        List<Change.Once> onces = new ArrayList<>();
        if (route.broken() == null && route.detectsDuplicates()) {
            // What the first entity compares it has compared when the message was sent.
            onces.addAll(onces(route, arrived, copy));
            onces.removeIf(once -> once.entityId() == entity.id());
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

    /** What a settlement has changed is part of the new message. */
    private static MessageHead head(MessageHead head, @Nullable DeliveryNote note) {
        if (note == null) {
            return head;
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(head.properties());
        properties.putAll(note.shownProperties());
        return head.with(head.expiration(), properties);
    }
}
