package dev.restante.broker;

import dev.restante.broker.deadletter.DeadLetterRule;
import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.expiry.Fate;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dispatchers of this node, one for each entity that was used; carries their fetches to the store and deals with what expires in their buffers. */
final class Dispatchers {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatchers.class);
    private static final int FETCH = 1_000;

    /** Where nobody else could have them, only memory limits how many deliveries wait here. */
    private static final int EXCLUSIVE_BUFFER = 50_000;

    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final Returns returns;
    private final ExecutorService loaders;
    private final AlarmClock.Alarm bufferDeadline;
    private final AlarmClock.Alarm retry;
    private final Map<Long, EntityDispatcher> byEntity = new ConcurrentHashMap<>();
    private final List<Long> failedFetches = new ArrayList<>();

    /** Set once, before anything is dispatched. */
    private @Nullable Commits commits;

    Dispatchers(NodeContext context, Returns returns, AlarmClock clock, ExecutorService loaders) {
        this.context = context;
        this.returns = returns;
        this.loaders = loaders;
        this.bufferDeadline = clock.alarm("deadlines in buffers", this::expireBuffers);
        this.retry = clock.alarm("failed fetches", this::retryFetches);
    }

    void connect(Commits value) {
        commits = value;
    }

    /** The dispatcher of an entity. */
    EntityDispatcher of(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, this::open);
    }

    /** Something of an entity may have become available by another way. */
    void disturb(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.disturb();
        }
    }

    /** Looks again for every entity that has receivers. */
    void disturbAll() {
        byEntity.values().forEach(EntityDispatcher::disturb);
    }

    /** A delivery with a deadline is in a buffer now. */
    void noticeDeadline(Delivery delivery) {
        long deadlineMillis = deadline(delivery);
        if (deadlineMillis != Delivery.NEVER) {
            bufferDeadline.setNoLaterThan(deadlineMillis);
        }
    }

    /** Options of an entity changed: deadlines in buffers may come sooner. */
    void noticeOptions() {
        bufferDeadline.setNoLaterThan(context.time().millis());
    }

    /** Gives back what nobody received, uncounted. */
    void giveBack(List<Buffered> left, boolean wait) {
        List<Work> works = new ArrayList<>(left.size());
        for (Buffered buffered : left) {
            Entity entity = entity(buffered.delivery());
            if (entity == null) {
                continue;
            }
            if (buffered.stored()) {
                works.add(new Work(
                        entity.id(),
                        List.of(new Change.GiveBack(buffered.delivery().ref())),
                        Operation.Misses.SKIP,
                        List.of(entity.id()),
                        false,
                        deadline(buffered.delivery())));
            } else {
                Work work = returns.ofUnstored(
                        entity, buffered, new Fate.Back(buffered.delivery().deliveryCount(), 0), null);
                if (work != null) {
                    works.add(work);
                }
            }
        }
        carryOut(works, wait);
    }

    /** Deals with what was found expired. */
    void expire(List<Buffered> expired) {
        if (expired.isEmpty()) {
            return;
        }
        long nowMillis = context.time().millis();
        List<Work> works = new ArrayList<>(expired.size());
        for (Buffered buffered : expired) {
            Entity entity = entity(buffered.delivery());
            if (entity == null) {
                continue;
            }
            Delivery delivery = buffered.delivery();
            Fate fate = Fate.of(entity, delivery, delivery.deliveryCount(), false, 0, nowMillis);
            Work work = buffered.stored()
                    ? returns.ofStored(entity, delivery, fate, null)
                    : returns.ofUnstored(entity, buffered, fate, null);
            if (work != null) {
                works.add(work);
            }
        }
        carryOut(works, false);
    }

    /** Ends dispatching: everything that is buffered goes back. */
    void close() {
        byEntity.values().forEach(dispatcher -> giveBack(dispatcher.closeAll(), true));
    }

    private void carryOut(List<Work> works, boolean wait) {
        if (works.isEmpty()) {
            return;
        }
        List<Work> sweeps = works.stream()
                .filter(work -> work.misses() == Operation.Misses.SKIP)
                .toList();
        List<Work> all = new ArrayList<>(Work.together(sweeps));
        works.stream().filter(work -> work.misses() == Operation.Misses.FAIL).forEach(all::add);
        if (wait) {
            requireCommits().executeEach(all).forEach(Dispatchers::logFailure);
        } else {
            all.forEach(work -> requireCommits().submit(work, Operation.Urgency.NOW, Dispatchers::logFailure));
        }
    }

    private static void logFailure(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            LOG.warn(
                    "Deliveries could not be given back or moved; they are when the node's lease ends", failed.cause());
        }
    }

    private EntityDispatcher open(long entityId) {
        return new EntityDispatcher(
                (limit, maxBytes) -> requireCommits()
                        .submit(new AcquireRequest(
                                entityId,
                                limit,
                                maxBytes,
                                (acquired, failure) -> acquired(entityId, acquired, maxBytes, failure))),
                new EntityDispatcher.Bounds(
                        FETCH,
                        context.store().traits().exclusive() ? EXCLUSIVE_BUFFER : FETCH,
                        context.settings().bufferBytes()),
                context.store().traits().exclusive(),
                this::deadline);
    }

    private long deadline(Delivery delivery) {
        if (delivery.expiresAt() != Delivery.NEVER) {
            return delivery.expiresAt();
        }
        Entity entity = entity(delivery);
        return entity == null ? Delivery.NEVER : ExpiryRule.deadline(entity, delivery);
    }

    private @Nullable Entity entity(Delivery delivery) {
        return context.registry().find(delivery.entityId()).orElse(null);
    }

    /** On the pipeline's thread: the store is not read here, or the next batch would wait. */
    private void acquired(long entityId, List<Delivery> acquired, long maxBytes, @Nullable StoreException failure) {
        EntityDispatcher dispatcher = of(entityId);
        if (failure != null) {
            LOG.warn("Deliveries of entity {} could not be acquired; trying again", entityId, failure);
            dispatcher.fetchAcquired(-1, false);
            retryLater(entityId);
            return;
        }
        long bytes = acquired.stream().mapToLong(Delivery::size).sum();
        dispatcher.fetchAcquired(acquired.size(), bytes < maxBytes);
        if (acquired.isEmpty()) {
            loaded(dispatcher, List.of());
            return;
        }
        try {
            loaders.execute(() -> loaded(dispatcher, load(acquired)));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing; what was just acquired goes back when it leaves", e);
            dispatcher.fetchLoaded(List.of());
        }
    }

    private void loaded(EntityDispatcher dispatcher, List<Buffered> loaded) {
        giveBack(dispatcher.fetchLoaded(loaded), false);
        loaded.forEach(buffered -> noticeDeadline(buffered.delivery()));
    }

    private List<Buffered> load(List<Delivery> acquired) {
        Map<Long, StoredMessage> messages;
        try {
            messages = context.store()
                    .deliveries()
                    .messages(acquired.stream()
                            .map(delivery -> delivery.ref().messageId())
                            .toList());
        } catch (RuntimeException e) {
            LOG.warn("{} acquired messages could not be read; they go back", acquired.size(), e);
            giveBackUnread(acquired);
            return List.of();
        }
        removeNonPersistent(acquired);
        List<Buffered> loaded = new ArrayList<>(acquired.size());
        for (Delivery delivery : acquired) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message != null) {
                loaded.add(new Buffered(delivery, message, delivery.persistent()));
            } else if (delivery.persistent()) {
                LOG.error("The message of delivery {} is not readable; it is dead-lettered", delivery.id());
                deadLetterUnreadable(delivery);
            }
        }
        return loaded;
    }

    /** A non-persistent message must never be delivered again after a crash, so its row goes before it is handed over (SND-05). */
    private void removeNonPersistent(List<Delivery> acquired) {
        List<Work> works = acquired.stream()
                .filter(delivery -> !delivery.persistent())
                .map(delivery ->
                        Work.removing(delivery.entityId(), new Change.Complete(delivery.ref()), Operation.Misses.SKIP))
                .toList();
        carryOut(works, true);
    }

    private void giveBackUnread(List<Delivery> acquired) {
        carryOut(
                acquired.stream()
                        .map(delivery -> new Work(
                                delivery.entityId(),
                                List.of(new Change.GiveBack(delivery.ref())),
                                Operation.Misses.SKIP,
                                List.of(delivery.entityId()),
                                false,
                                deadline(delivery)))
                        .toList(),
                false);
    }

    private void deadLetterUnreadable(Delivery delivery) {
        Entity entity = entity(delivery);
        if (entity != null && !entity.isDeadLetterQueue()) {
            DeadLetterRule.Cause cause =
                    new DeadLetterRule.Cause("MessageUnreadable", "The stored message could not be read.", Map.of());
            carryOut(List.of(returns.deadLetter(entity, delivery, cause, Operation.Misses.SKIP)), false);
        }
    }

    private void retryLater(long entityId) {
        synchronized (failedFetches) {
            failedFetches.add(entityId);
        }
        retry.setNoLaterThan(context.time().millis() + RETRY_MILLIS);
    }

    private void retryFetches() {
        List<Long> entityIds;
        synchronized (failedFetches) {
            entityIds = List.copyOf(failedFetches);
            failedFetches.clear();
        }
        entityIds.forEach(entityId -> loaded(of(entityId), List.of()));
    }

    private void expireBuffers() {
        long nowMillis = context.time().millis();
        long next = AlarmClock.UNSET;
        for (EntityDispatcher dispatcher : byEntity.values()) {
            expire(dispatcher.removeExpired(nowMillis));
            next = Math.min(next, dispatcher.earliestDeadline());
        }
        bufferDeadline.setNoLaterThan(next);
    }

    private Commits requireCommits() {
        if (commits == null) {
            throw new IllegalStateException("the dispatchers are not connected yet");
        }
        return commits;
    }
}
