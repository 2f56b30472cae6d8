package dev.restante.node.feature.forwarding;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredMessage;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.forwarding.route.ForwardRoute;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.feature.topics.TopicSnapshot;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.OperationOutcome;
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
 * Worker that forwards messages which are already in a forwarding entity (FWD-01). Examples are older messages,
 * released and scheduled messages, dead letters, and sends of nodes that do not know the option yet.
 * {@link ForwardRouter} routes other sends.
 *
 * <p>The worker reads the entities page by page on the sweeper's thread, and builds change sets with
 * {@link ForwardChanges}. It takes prefetched messages on that thread or on the thread of a receiver of this node.
 */
public final class Forwarder {

    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final int PAGE = 500;
    private static final int MAX_COPIED_BYTES = 8 << 20;
    private static final long RETRY_MILLIS = 500;

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final ForwardRouter forwardRouter;
    private final TopicSender topicSender;
    private final ForwardChanges forwardChanges;
    private final NodeScheduler.ScheduledTask task;

    /** Lock whose read lock is held from the decision to forward messages until they are stored at the target. */
    private final ReentrantReadWriteLock forwardingLock = new ReentrantReadWriteLock();

    /** True if any known entity forwards. */
    private volatile boolean anyForwards;

    public Forwarder(
            NodeServices node,
            IdleEntityDeleter idleDeleter,
            ForwardRouter forwardRouter,
            TopicSender topicSender,
            ForwardChanges forwardChanges,
            NodeScheduler scheduler) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.forwardRouter = forwardRouter;
        this.topicSender = topicSender;
        this.forwardChanges = forwardChanges;
        this.task = scheduler.task("forwarding", this::run);
    }

    public void onOptionsChanged() {
        anyForwards = node.registry().known().stream().anyMatch(Forwarder::forwards);
        schedule();
    }

    private static boolean forwards(Entity entity) {
        return entity.options().forwardTo() != null && entity.unreadableReason() == null;
    }

    /**
     * Waits until no forwarding by earlier options is in progress, at most for the store timeout. Afterwards no message
     * leaves an entity that was paused before the call (STA-02).
     */
    public void awaitFormerOptionsApplied() {
        boolean locked = Uninterruptibles.lock(
                forwardingLock.writeLock(),
                SaturatingTime.toNanos(node.settings().storeTimeout()));
        if (locked) {
            forwardingLock.writeLock().unlock();
        }
    }

    /** Schedules a run, because other nodes may have sent messages. */
    public void schedule() {
        if (anyForwards) {
            task.scheduleWithin(0);
        }
    }

    /** Schedules a run if the entity forwards; called on a leader's thread. */
    public void onArrival(long entityId) {
        if (anyForwards
                && node.registry().known(entityId).filter(Forwarder::forwards).isPresent()) {
            schedule();
        }
    }

    private void run() {
        boolean failed = false;
        for (Entity entity : List.copyOf(node.registry().known())) {
            if (forwards(entity)) {
                try {
                    // An entity whose messages stay is not read; each change of that situation schedules a new run.
                    if (!forwardRouter.route(entity, 0).isEmpty()) {
                        forwardPrefetched(entity);
                        failed |= !forwardStored(entity);
                    }
                } catch (RuntimeException e) {
                    LOG.warn(
                            "Messages of '{}' could not be forwarded. Restante tries again.",
                            DisplayText.shorten(entity.name()),
                            e);
                    failed = true;
                }
            }
        }
        if (failed) {
            retryLater();
        }
    }

    /** Forwards the messages that are prefetched for receivers of this node. */
    private void forwardPrefetched(Entity entity) {
        EntityDispatcher dispatcher = node.dispatchers().find(entity.id());
        if (dispatcher == null || !dispatcher.anyOpen()) {
            return;
        }
        ConsumerSlot slot = dispatcher.openSlot(() -> {});
        try {
            forwardPrefetched(entity, dispatcher, slot);
        } finally {
            node.prefetchBuffers().close(entity.id(), dispatcher, slot);
        }
    }

    /** Forwards prefetched messages instead of their delivery to a receiver, which then waits. */
    public void forwardPrefetched(Entity entity, EntityDispatcher dispatcher, ConsumerSlot slot) {
        forwardingLock.readLock().lock();
        try {
            forwardPrefetchedNow(entity, dispatcher, slot);
        } finally {
            forwardingLock.readLock().unlock();
        }
    }

    private void forwardPrefetchedNow(Entity entity, EntityDispatcher dispatcher, ConsumerSlot slot) {
        ForwardRoute route = forwardRouter.route(entity, 0);
        if (route.isEmpty()) {
            dispatcher.park(slot);
            return;
        }
        long nowMillis = node.storeClock().confirmedMillis();
        List<PrefetchedMessage> expired = new ArrayList<>(0);
        List<PrefetchedMessage> taken = new ArrayList<>(0);
        for (PrefetchedMessage next = dispatcher.take(slot, nowMillis, expired);
                next != null;
                next = dispatcher.take(slot, nowMillis, expired)) {
            taken.add(next);
        }
        try {
            node.prefetchReturner().expire(expired);
        } finally {
            dispatcher.groups().settled(expired);
        }
        if (!taken.isEmpty()) {
            try {
                forward(entity, route, taken);
            } catch (RuntimeException e) {
                returnToStore(taken, e);
                throw e;
            } finally {
                taken.forEach(dispatcher.prefetched()::delivered);
                dispatcher.groups().settled(taken);
                // A running fetch may bring more messages.
                retryLater();
            }
        }
    }

    /**
     * Returns messages to the store after a failure; a forwarded message no longer matches its fencing token. In doubt,
     * a message without a row is lost, because it must not be forwarded twice.
     */
    private void returnToStore(List<PrefetchedMessage> taken, RuntimeException failure) {
        boolean inDoubt = failure instanceof StoreException store
                && store.kind() == StoreException.StoreFailureKind.OUTCOME_UNKNOWN;
        node.prefetchReturner()
                .returnToStore(
                        taken.stream().filter(each -> each.hasRow() || !inDoubt).toList(), false);
    }

    private void retryLater() {
        task.scheduleWithin(RETRY_MILLIS);
    }

    /**
     * Forwards stored messages page by page; returns false if a retry is necessary, for example because of acquired
     * deliveries.
     */
    private boolean forwardStored(Entity entity) {
        boolean all = true;
        int acquired = 0;
        Delivery last = null;
        while (true) {
            List<Delivery> page = node.store().deliveries().browse(entity.id(), last, PAGE);
            List<Delivery> available = page.stream()
                    .filter(delivery -> delivery.state() == DeliveryState.AVAILABLE)
                    .toList();
            if (!available.isEmpty()) {
                all &= forwardRows(entity, available);
            }
            acquired += page.size() - available.size();
            if (page.size() < PAGE) {
                // An acquired delivery may be released, even into a prefetch buffer of this node.
                return all && acquired == 0;
            }
            last = page.get(PAGE - 1);
        }
    }

    private boolean forwardRows(Entity entity, List<Delivery> rows) {
        forwardingLock.readLock().lock();
        try {
            return forwardRowsNow(entity, rows);
        } finally {
            forwardingLock.readLock().unlock();
        }
    }

    private boolean forwardRowsNow(Entity entity, List<Delivery> rows) {
        ForwardRoute route = forwardRouter.route(entity, 0);
        if (route.isEmpty()) {
            return false;
        }
        idleDeleter.recordUse(route.end());
        if (ForwardChanges.mayMove(route)) {
            return execute(ChangeSet.mergedByEntity(rows.stream()
                    .map(row -> forwardChanges.expiredOrMoved(entity, route.forGroup(row.groupId()), row))
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

    private List<PrefetchedMessage> loaded(List<Delivery> rows) {
        Map<Long, StoredMessage> messages =
                ReadableMessageLoader.loadConfirmed(node.store().deliveries(), rows);
        List<PrefetchedMessage> loaded = new ArrayList<>(rows.size());
        for (Delivery row : rows) {
            StoredMessage message = messages.get(row.ref().messageId());
            if (message == null) {
                node.prefetchReturner().deadLetterUnreadable(row);
            } else {
                loaded.add(new PrefetchedMessage(row, message, true));
            }
        }
        return loaded;
    }

    /** Forwards messages; returns false if a retry is necessary. */
    private boolean forward(Entity entity, ForwardRoute entityRoute, List<PrefetchedMessage> taken) {
        List<ChangeSet> rows = new ArrayList<>();
        List<ChangeSet> copies = new ArrayList<>();
        SortedMap<Long, TopicSnapshot> topicsInUse = new TreeMap<>();
        try {
            for (PrefetchedMessage next : taken) {
                ForwardRoute route = entityRoute.forGroup(next.delivery().groupId());
                ChangeSet expiry = next.hasRow() ? forwardChanges.expired(entity, next.delivery()) : null;
                if (expiry != null) {
                    rows.add(expiry);
                } else if (next.hasRow() && ForwardChanges.mayMove(route)) {
                    rows.add(forwardChanges.moveRow(entity, route, next.delivery()));
                } else {
                    copies.add(forwardChanges.storeCopy(entity, route, next, topicsInUse));
                }
            }
            List<ChangeSet> all = new ArrayList<>(ChangeSet.mergedByEntity(rows));
            all.addAll(copies);
            return execute(all);
        } finally {
            topicsInUse.forEach(
                    (topicId, topic) -> topicSender.sequencer(topicId).unitEnded(topic));
        }
    }

    private boolean execute(List<ChangeSet> moves) {
        boolean all = true;
        for (OperationOutcome outcome :
                moves.isEmpty() ? List.<OperationOutcome>of() : node.committer().commitEach(moves)) {
            StoreException failure = outcome.failure();
            if (failure != null) {
                throw new StoreException(failure.kind(), "A message was not forwarded", failure);
            } else if (outcome instanceof OperationOutcome.SubscriptionsChanged former) {
                topicSender.reload(former.topicId());
                all = false;
            } else if (outcome instanceof OperationOutcome.EntityGone gone) {
                throw new StoreException(
                        StoreException.StoreFailureKind.TRANSIENT,
                        "A message was not forwarded because entity " + gone.entityId()
                                + " was deleted. Restante looks up the target again.",
                        null);
            } else if (outcome instanceof OperationOutcome.LockLost
                    || (outcome instanceof OperationOutcome.Applied applied
                            && !applied.skippedIds().isEmpty())) {
                // Another node has forwarded the delivery, or has acquired it and will release it.
                all = false;
            }
        }
        return all;
    }
}
