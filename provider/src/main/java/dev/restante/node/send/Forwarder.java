package dev.restante.node.send;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.model.Uninterrupted;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.Topic;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards what is in an entity that forwards: what was there when the option was set, what becomes available later
 * (scheduled, released), what comes as a dead letter of another entity, and what nodes send that have not heard of the
 * option (FWD-01). What is sent otherwise never gets there: see {@link Forwarding}.
 *
 * <p>It goes through such entities page by page when its alarm rings, on the sweeper's thread, and takes what a
 * receiver of this node would have taken, on that receiver's. What it does to each is decided by {@link ForwardWorks}.
 */
public final class Forwarder {

    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final int PAGE = 500;
    private static final int MAX_COPIED_BYTES = 8 << 20;
    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final BufferReturns bufferReturns;
    private final IdleEntities idleEntities;
    private final Forwarding forwarding;
    private final TopicSending topics;
    private final ForwardWorks works;
    private final AlarmClock.Alarm alarm;

    /** Read-locked from the decision to forward some messages until the store has them at their target. */
    private final ReentrantReadWriteLock underWay = new ReentrantReadWriteLock();

    /** Whether any entity forwards, as far as this node knows. */
    private volatile boolean any;

    public Forwarder(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            BufferReturns bufferReturns,
            IdleEntities idleEntities,
            Forwarding forwarding,
            TopicSending topics,
            ForwardWorks works,
            AlarmClock clock) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.bufferReturns = bufferReturns;
        this.idleEntities = idleEntities;
        this.forwarding = forwarding;
        this.topics = topics;
        this.works = works;
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

    /**
     * Waits until this node forwards nothing by former options, but no longer than the store may take. Then nothing
     * leaves an entity that was paused before the call (STA-02).
     */
    public void awaitFormer() {
        boolean locked = Uninterrupted.lock(
                underWay.writeLock(), Spans.nanos(context.settings().storeTimeout()));
        if (locked) {
            underWay.writeLock().unlock();
        }
    }

    /** Something may have come by another node. */
    public void look() {
        if (any) {
            alarm.ringWithin(0);
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
                    // What stays is not even looked at: whatever changes that has this run again.
                    if (!forwarding.route(entity, 0).stays()) {
                        withdraw(entity);
                        failed |= !forwardStored(entity);
                    }
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
        underWay.readLock().lock();
        try {
            forwardTaken(entity, dispatcher, seat);
        } finally {
            underWay.readLock().unlock();
        }
    }

    private void forwardTaken(Entity entity, EntityDispatcher dispatcher, Seat seat) {
        ForwardRoute way = forwarding.route(entity, 0);
        if (way.stays()) {
            dispatcher.stand(seat);
            return;
        }
        long nowMillis = context.time().certainMillis();
        List<Buffered> expired = new ArrayList<>(0);
        List<Buffered> taken = new ArrayList<>(0);
        for (Buffered next = dispatcher.take(seat, nowMillis, expired);
                next != null;
                next = dispatcher.take(seat, nowMillis, expired)) {
            taken.add(next);
        }
        try {
            bufferReturns.expire(expired);
        } finally {
            dispatcher.groupHolds().ended(expired);
        }
        if (!taken.isEmpty()) {
            try {
                forward(entity, way, taken);
            } catch (RuntimeException e) {
                giveBack(taken, e);
                throw e;
            } finally {
                taken.forEach(dispatcher.contents()::handedOver);
                dispatcher.groupHolds().ended(taken);
                // A fetch under way may bring more.
                again();
            }
        }
    }

    /** What may have been forwarded misses its fence; where there is none, it is rather lost than forwarded twice. */
    private void giveBack(List<Buffered> taken, RuntimeException failure) {
        boolean inDoubt =
                failure instanceof StoreException store && store.kind() == StoreException.Kind.OUTCOME_UNKNOWN;
        bufferReturns.giveBack(
                taken.stream().filter(each -> each.stored() || !inDoubt).toList(), false);
    }

    private void again() {
        alarm.ringWithin(RETRY_MILLIS);
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
        underWay.readLock().lock();
        try {
            return forwardRowsNow(entity, rows);
        } finally {
            underWay.readLock().unlock();
        }
    }

    private boolean forwardRowsNow(Entity entity, List<Delivery> rows) {
        ForwardRoute route = forwarding.route(entity, 0);
        if (route.stays()) {
            return false;
        }
        idleEntities.used(route.end());
        if (ForwardWorks.mayMove(route)) {
            return execute(Work.together(rows.stream()
                    .map(row -> works.expiredOrMoved(entity, route.of(row.groupId()), row))
                    .toList()));
        }
        boolean all = true;
        for (int first = 0; first < rows.size(); ) {
            int end = first + 1;
            for (long bytes = rows.get(first).size();
                    end < rows.size() && bytes + rows.get(end).size() <= MAX_COPIED_BYTES;
                    end++) {
                bytes += rows.get(end).size();
            }
            all &= forward(entity, route, loaded(rows.subList(first, end)));
            first = end;
        }
        return all;
    }

    private List<Buffered> loaded(List<Delivery> rows) {
        Map<Long, StoredMessage> messages =
                ReadableMessages.certainly(context.store().deliveries(), rows);
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

    /** False if something has to be tried again. */
    private boolean forward(Entity entity, ForwardRoute way, List<Buffered> taken) {
        List<Work> rows = new ArrayList<>();
        List<Work> copies = new ArrayList<>();
        SortedMap<Long, Topic> used = new TreeMap<>();
        try {
            for (Buffered next : taken) {
                ForwardRoute route = way.of(next.delivery().groupId());
                Work expiry = next.stored() ? works.expired(entity, next.delivery()) : null;
                if (expiry != null) {
                    rows.add(expiry);
                } else if (next.stored() && ForwardWorks.mayMove(route)) {
                    rows.add(works.moved(entity, route, next.delivery()));
                } else {
                    copies.add(works.copied(entity, route, next, used));
                }
            }
            List<Work> all = new ArrayList<>(Work.together(rows));
            all.addAll(copies);
            return execute(all);
        } finally {
            used.forEach((topicId, topic) -> topics.lane(topicId).unitEnded(topic));
        }
    }

    private boolean execute(List<Work> moves) {
        boolean all = true;
        for (Outcome outcome : moves.isEmpty() ? List.<Outcome>of() : commits.executeEach(moves)) {
            StoreException failure = outcome.failure();
            if (failure != null) {
                throw new StoreException(failure.kind(), "a message was not forwarded", failure);
            } else if (outcome instanceof Outcome.Outdated former) {
                topics.reload(former.topicId());
                all = false;
            } else if (outcome instanceof Outcome.EntityGone gone) {
                throw new StoreException(
                        StoreException.Kind.TRANSIENT,
                        "a message was not forwarded: entity " + gone.entityId()
                                + " was deleted; the end of the chain is looked for anew",
                        null);
            } else if (outcome instanceof Outcome.LockLost
                    || (outcome instanceof Outcome.Applied applied
                            && !applied.missedIds().isEmpty())) {
                // Somebody else has forwarded it, or acquired it and will not keep it.
                all = false;
            }
        }
        return all;
    }
}
