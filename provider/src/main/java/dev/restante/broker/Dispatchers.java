package dev.restante.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.deadletter.DeadLetterRule;
import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.broker.dispatch.Seat;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.expiry.Fate;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
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
    private final PendingReturns pending;
    private final ExecutorService loaders;
    private final AlarmClock.Alarm bufferDeadline;
    private final AlarmClock.Alarm retry;
    private final Map<Long, EntityDispatcher> byEntity = new ConcurrentHashMap<>();

    @GuardedBy("failedFetches")
    private final List<EntityDispatcher> failedFetches = new ArrayList<>();

    @GuardedBy("failedFetches")
    private boolean closing;

    /** Read-locked while a receiver leaves. */
    private final ReentrantReadWriteLock leaving = new ReentrantReadWriteLock();

    /** Set once, before anything is dispatched. */
    private @Nullable Commits commits;

    Dispatchers(
            NodeContext context, Returns returns, PendingReturns pending, AlarmClock clock, ExecutorService loaders) {
        this.context = context;
        this.returns = returns;
        this.pending = pending;
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

    /** Whether this node has a receiver of an entity. */
    boolean active(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null && known.active();
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

    /** Receivers may take again, after a time in which this node could not prove its lease. */
    void offerAgain() {
        byEntity.values().forEach(EntityDispatcher::offerAgain);
    }

    /** The entities for which receivers wait here and nothing is at hand. */
    Set<Long> starving() {
        Set<Long> entityIds = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.starving()) {
                entityIds.add(entityId);
            }
        });
        return entityIds;
    }

    /** Ends an interval: gives back what receivers here have not taken in it, of what receivers of other nodes wait for. */
    void share(Set<Long> waitingElsewhere) {
        byEntity.forEach((entityId, dispatcher) -> {
            List<Buffered> surplus = dispatcher.surplus(waitingElsewhere.contains(entityId));
            if (surplus.isEmpty()) {
                return;
            }
            try {
                List<Work> works = surplus.stream()
                        .map(buffered -> backInStore(buffered.delivery()))
                        .toList();
                submit(Work.together(works).stream().map(Work::forOthers).toList());
            } finally {
                dispatcher.fetchEnded();
            }
        });
    }

    /** An entity is gone: so is what was buffered of it. Its receivers are woken and find out. */
    void forget(long entityId) {
        EntityDispatcher known = byEntity.remove(entityId);
        if (known != null) {
            // No rows may be left behind, nor the writer go on reckoning with them.
            carryOut(
                    known.closeAll().stream()
                            .filter(Buffered::stored)
                            .map(buffered -> Work.removing(
                                    entityId,
                                    new Change.Discard(buffered.delivery().ref()),
                                    Operation.Misses.SKIP))
                            .toList(),
                    false);
        }
    }

    /** Forgets the entities that are gone from the store. */
    void forgetDeleted() {
        byEntity.keySet().stream()
                .filter(entityId -> context.registry().known(entityId).isEmpty())
                .forEach(this::forget);
    }

    /** Takes in a delivery that was born acquired; does not block. */
    void born(Buffered delivery) {
        if (of(delivery.delivery().entityId()).born(delivery)) {
            noticeDeadline(delivery.delivery());
        } else {
            giveBack(List.of(delivery), false);
        }
    }

    /** Puts a delivery back into its buffer; false if nobody listens any more. */
    boolean putBack(Buffered delivery) {
        boolean back = of(delivery.delivery().entityId()).putBack(delivery);
        if (back) {
            noticeDeadline(delivery.delivery());
        }
        return back;
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

    /** Closes a receiver's place; what nobody receives any more is back in the store when this returns. */
    void close(EntityDispatcher dispatcher, Seat seat) {
        // The end of the node waits for this, or the pipeline would be gone.
        leaving.readLock().lock();
        try {
            giveBack(dispatcher.close(seat), true);
        } finally {
            leaving.readLock().unlock();
        }
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
                works.add(backInStore(buffered.delivery()));
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

    /** Ends dispatching: everything that is buffered goes back, and what a fetch under way brings. */
    void close() {
        for (EntityDispatcher dispatcher : byEntity.values()) {
            giveBack(dispatcher.closeAll(), true);
        }
        // Held by receivers that are leaving, until what they had has been handed back.
        leaving.writeLock().lock();
        try {
            synchronized (failedFetches) {
                closing = true;
            }
        } finally {
            leaving.writeLock().unlock();
        }
        retryFetches();
        boolean interrupted = Thread.interrupted();
        for (EntityDispatcher dispatcher : byEntity.values()) {
            try {
                if (!dispatcher.awaitIdle(context.settings().storeTimeout().toNanos())) {
                    LOG.warn("A fetch did not end in time; what it brings is released when this node has left");
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
            List<Outcome> outcomes = requireCommits().executeEach(all);
            for (int i = 0; i < all.size(); i++) {
                pending.watch(all.get(i), outcomes.get(i));
            }
        } else {
            submit(all);
        }
    }

    private void submit(List<Work> works) {
        works.forEach(
                work -> requireCommits().submit(work, Operation.Urgency.NOW, outcome -> pending.watch(work, outcome)));
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

    /** From memory: this is asked under locks and on the pipeline's thread. */
    private @Nullable Entity entity(Delivery delivery) {
        return context.registry().known(delivery.entityId()).orElse(null);
    }

    /** On the pipeline's thread: the store is not read here, or the next batch would wait. */
    private void acquired(long entityId, List<Delivery> acquired, long maxBytes, @Nullable StoreException failure) {
        EntityDispatcher dispatcher = of(entityId);
        if (failure != null) {
            LOG.warn("Deliveries of entity {} could not be acquired; trying again", entityId, failure);
            dispatcher.fetchFailed();
            retryLater(dispatcher);
            return;
        }
        long bytes = acquired.stream().mapToLong(Delivery::size).sum();
        dispatcher.fetchAcquired(acquired.size(), bytes < maxBytes);
        if (acquired.isEmpty()) {
            ended(dispatcher, List.of());
            return;
        }
        try {
            loaders.execute(() -> load(dispatcher, acquired));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing; what was just acquired goes back", e);
            giveBackUnread(acquired);
            ended(dispatcher, List.of());
        }
    }

    /** Whatever happens, the fetch ends, or nobody would ever fetch again. */
    private void ended(EntityDispatcher dispatcher, List<Buffered> loaded) {
        try {
            giveBack(dispatcher.fetchLoaded(loaded), false);
            loaded.forEach(buffered -> noticeDeadline(buffered.delivery()));
        } finally {
            dispatcher.fetchEnded();
        }
    }

    private void load(EntityDispatcher dispatcher, List<Delivery> acquired) {
        List<Buffered> loaded;
        try {
            loaded = withMessages(acquired);
        } catch (RuntimeException | Error e) {
            LOG.warn("{} acquired messages could not be read; they go back", acquired.size(), e);
            dispatcher.fetchFailed();
            giveBackUnread(acquired);
            retryLater(dispatcher);
            return;
        }
        ended(dispatcher, loaded);
    }

    private List<Buffered> withMessages(List<Delivery> acquired) {
        Map<Long, StoredMessage> messages = messages(acquired);
        Set<Long> kept = removeNonPersistent(acquired);
        List<Buffered> loaded = new ArrayList<>(acquired.size());
        for (Delivery delivery : acquired) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message == null && delivery.persistent()) {
                LOG.error("The message of delivery {} is not readable; it is dead-lettered", delivery.id());
                deadLetterUnreadable(delivery);
            } else if (message != null && !kept.contains(delivery.id())) {
                loaded.add(new Buffered(delivery, message, delivery.persistent()));
            }
        }
        return loaded;
    }

    /** Reads messages; where one can't be decoded the others are read one by one, and it is left out. */
    private Map<Long, StoredMessage> messages(List<Delivery> acquired) {
        DeliveryReader reader = context.store().deliveries();
        List<Long> ids =
                acquired.stream().map(delivery -> delivery.ref().messageId()).toList();
        try {
            return reader.messages(ids);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("One of {} messages can't be decoded", ids.size(), e);
        }
        Map<Long, StoredMessage> readable = new HashMap<>();
        for (long id : ids) {
            try {
                readable.putAll(reader.messages(List.of(id)));
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                LOG.error("Message {} can't be decoded", id, e);
            }
        }
        return readable;
    }

    /** A non-persistent message must never be delivered again after a crash, so its row goes before it is handed over (SND-05). Returns those whose row is still there. */
    private Set<Long> removeNonPersistent(List<Delivery> acquired) {
        List<Delivery> passing =
                acquired.stream().filter(delivery -> !delivery.persistent()).toList();
        if (passing.isEmpty()) {
            return Set.of();
        }
        List<Change.Complete> removals = passing.stream()
                .map(delivery -> new Change.Complete(delivery.ref()))
                .toList();
        long entityId = passing.get(0).entityId();
        Outcome outcome = requireCommits()
                .execute(new Work(entityId, removals, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return applied.missedIds();
        }
        LOG.warn("{} non-persistent messages could not be taken out of the store; they go back", passing.size());
        giveBackUnread(passing);
        return passing.stream().map(Delivery::id).collect(Collectors.toSet());
    }

    private void giveBackUnread(List<Delivery> acquired) {
        carryOut(acquired.stream().map(this::backInStore).toList(), false);
    }

    private Work backInStore(Delivery delivery) {
        return new Work(
                delivery.entityId(),
                List.of(new Change.GiveBack(delivery.ref())),
                Operation.Misses.SKIP,
                List.of(delivery.entityId()),
                false,
                deadline(delivery));
    }

    private void deadLetterUnreadable(Delivery delivery) {
        Entity entity = entity(delivery);
        if (entity != null) {
            DeadLetterRule.Cause cause =
                    new DeadLetterRule.Cause("MessageUnreadable", "The stored message could not be read.", Map.of());
            returns.deadLetter(entity, delivery, cause, Operation.Misses.SKIP)
                    .ifPresent(work -> carryOut(List.of(work), false));
        }
    }

    /** Ends a fetch that failed, after a while, so that another one is made; at once where the node is closing, which waits for it. */
    private void retryLater(EntityDispatcher dispatcher) {
        synchronized (failedFetches) {
            if (!closing) {
                failedFetches.add(dispatcher);
                retry.setNoLaterThan(context.time().millis() + RETRY_MILLIS);
                return;
            }
        }
        ended(dispatcher, List.of());
    }

    private void retryFetches() {
        List<EntityDispatcher> failed;
        synchronized (failedFetches) {
            failed = List.copyOf(failedFetches);
            failedFetches.clear();
        }
        failed.forEach(dispatcher -> ended(dispatcher, List.of()));
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
