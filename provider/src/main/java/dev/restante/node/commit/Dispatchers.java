package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.dispatch.SearchStep;
import dev.restante.node.dispatch.Seat;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Place;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dispatchers of this node, one for each entity that was used; carries their fetches to the store and what these
 * bring back, and watches the deadlines in their buffers.
 */
public final class Dispatchers {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatchers.class);
    private static final int FETCH = 1_000;

    /** Where nobody else could have them, only memory limits how many deliveries wait here. */
    private static final int EXCLUSIVE_BUFFER = 50_000;

    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final BufferReturns bufferReturns;
    private final Supplier<Commits> commits;
    private final FetchLoader loader;
    private final Searching searching;
    private final ExecutorService loaders;
    private final AlarmClock.Alarm bufferDeadline;
    private final AlarmClock.Alarm retry;
    private final Map<Long, EntityDispatcher> byEntity = new ConcurrentHashMap<>();

    @GuardedBy("failedFetches")
    private final List<EntityDispatcher> failedFetches = new ArrayList<>();

    @GuardedBy("failedFetches")
    private final Set<EntityDispatcher> failedSearches = new HashSet<>();

    @GuardedBy("failedFetches")
    private boolean closing;

    /** Read-locked while a receiver leaves. */
    private final ReentrantReadWriteLock leaving = new ReentrantReadWriteLock();

    public Dispatchers(
            NodeContext context,
            BufferReturns bufferReturns,
            Supplier<Commits> commits,
            AlarmClock clock,
            ExecutorService loaders) {
        this.context = context;
        this.bufferReturns = bufferReturns;
        this.commits = commits;
        this.loaders = loaders;
        this.bufferDeadline = clock.alarm("deadlines in buffers", this::expireBuffers);
        this.retry = clock.alarm("failed fetches", this::retryFetches);
        this.loader = new FetchLoader(context, bufferReturns, commits);
        this.searching = new Searching(context, commits, loader);
    }

    /** The dispatcher of an entity. */
    public EntityDispatcher of(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null ? known : byEntity.computeIfAbsent(entityId, this::open);
    }

    /** The dispatcher of an entity if it has one here. */
    @Nullable
    public EntityDispatcher known(long entityId) {
        return byEntity.get(entityId);
    }

    /** Whether this node has a receiver of an entity. */
    public boolean active(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        return known != null && known.active();
    }

    /** Something of an entity may have become available by another way. */
    public void disturb(long entityId) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.disturb();
        }
    }

    /** The same; these deliveries are among those that may have. */
    public void disturb(long entityId, List<Long> deliveryIds) {
        EntityDispatcher known = byEntity.get(entityId);
        if (known != null) {
            known.disturb(deliveryIds);
        }
    }

    /** Looks again for every entity that has receivers. */
    public void disturbAll() {
        byEntity.values().forEach(EntityDispatcher::disturb);
    }

    /** Receivers may take again, after a time in which this node could not prove its lease. */
    public void offerAgain() {
        byEntity.values().forEach(EntityDispatcher::offerAgain);
    }

    /** The entities for which receivers wait here and nothing is at hand. */
    public Set<Long> starving() {
        Set<Long> entityIds = new HashSet<>();
        byEntity.forEach((entityId, dispatcher) -> {
            if (dispatcher.starving()) {
                entityIds.add(entityId);
            }
        });
        return entityIds;
    }

    /**
     * Ends an interval: gives back what receivers here have not taken in it, of what receivers of other nodes wait for.
     */
    public void share(Set<Long> waitingElsewhere) {
        byEntity.forEach((entityId, dispatcher) -> {
            List<Buffered> surplus = dispatcher.contents().surplus(waitingElsewhere.contains(entityId));
            if (surplus.isEmpty()) {
                return;
            }
            try {
                bufferReturns.giveToOthers(surplus);
            } finally {
                dispatcher.replenishment().ended();
            }
        });
    }

    /** An entity is gone: so is what was buffered of it. Its receivers are woken and find out. */
    public void forget(long entityId) {
        EntityDispatcher known = byEntity.remove(entityId);
        if (known != null) {
            bufferReturns.discard(known.closeAll());
        }
    }

    /** The node was declared dead for good: what it had is others' now. Whoever waits is woken, to find that out. */
    public void endAll() {
        byEntity.values().forEach(EntityDispatcher::closeAll);
    }

    /**
     * The node has joined anew: what it had is others' now. All begin with nothing; what is still under way for a
     * former dispatcher ends there, and harms none.
     *
     * @return what the store knows nothing of
     */
    public List<Buffered> outlive() {
        List<Buffered> unstored = new ArrayList<>();
        for (Long entityId : List.copyOf(byEntity.keySet())) {
            EntityDispatcher former = byEntity.remove(entityId);
            if (former != null) {
                former.closeAll().stream()
                        .filter(buffered -> !buffered.stored())
                        .forEach(unstored::add);
            }
        }
        return unstored;
    }

    /** Forgets the entities that are gone from the store. */
    public void forgetDeleted() {
        byEntity.keySet().stream()
                .filter(entityId -> context.registry().known(entityId).isEmpty())
                .forEach(this::forget);
    }

    /** Takes in deliveries of one entity that were born acquired, in this order; does not block. */
    void born(long entityId, List<Buffered> deliveries) {
        List<Buffered> refused = of(entityId).intake().born(deliveries);
        for (Buffered delivery : deliveries) {
            noticeDeadline(delivery.delivery());
        }
        if (!refused.isEmpty()) {
            bufferReturns.giveBack(refused, false);
        }
    }

    /**
     * Puts a delivery back into its buffer; false if nobody listens any more, or the node has joined anew since it was
     * acquired.
     */
    public boolean putBack(Buffered delivery) {
        if (delivery.stored() && delivery.delivery().ref().owner() != context.incarnation()) {
            return false;
        }
        boolean back = of(delivery.delivery().entityId()).putBack(delivery);
        if (back) {
            noticeDeadline(delivery.delivery());
        }
        return back;
    }

    /** A delivery with a deadline is in a buffer now. */
    public void noticeDeadline(Delivery delivery) {
        long deadlineMillis = context.deadline(delivery);
        if (deadlineMillis != Delivery.NEVER) {
            bufferDeadline.setNoLaterThan(deadlineMillis);
        }
    }

    /** Options of an entity changed: deadlines in buffers may come sooner. */
    public void noticeOptions() {
        bufferDeadline.setNoLaterThan(context.time().millis());
    }

    /** Closes a receiver's place; what nobody receives any more is back in the store when this returns. */
    public void close(EntityDispatcher dispatcher, Seat seat) {
        // The end of the node waits for this, or the pipeline would be gone.
        leaving.readLock().lock();
        try {
            bufferReturns.giveBack(dispatcher.close(seat), true);
            dispatcher.groupHolds().awaitReturned(Spans.nanos(context.settings().storeTimeout()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            leaving.readLock().unlock();
        }
    }

    /** Ends dispatching: everything that is buffered goes back, and what a fetch under way brings. */
    public void close() {
        for (EntityDispatcher dispatcher : byEntity.values()) {
            bufferReturns.giveBack(dispatcher.closeAll(), true);
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
                if (!dispatcher.awaitIdle(Spans.nanos(context.settings().storeTimeout()))) {
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

    private EntityDispatcher open(long entityId) {
        // What was asked for is brought to who asked, also when another one has taken its place.
        AtomicReference<EntityDispatcher> opened = new AtomicReference<>();
        EntityDispatcher dispatcher = new EntityDispatcher(
                (limit, maxBytes, exceptGroups) -> commits.get()
                        .submit(new AcquireRequest(
                                entityId,
                                limit,
                                maxBytes,
                                IdLayout.lastPositionAt(context.time().millis()),
                                exceptGroups,
                                (acquired, failure) ->
                                        acquired(requireNonNull(opened.get()), entityId, acquired, failure))),
                step -> search(requireNonNull(opened.get()), entityId, step),
                bufferReturns::giveBack,
                new EntityDispatcher.Bounds(
                        FETCH,
                        context.store().traits().exclusive() ? EXCLUSIVE_BUFFER : FETCH,
                        context.settings().bufferBytes()),
                context.store().traits().exclusive(),
                context::deadline);
        opened.set(dispatcher);
        return dispatcher;
    }

    /** On the pipeline's thread: the store is not read here, or the next batch would wait. */
    private void acquired(
            EntityDispatcher dispatcher, long entityId, Acquired fetched, @Nullable StoreException failure) {
        if (failure != null) {
            LOG.warn("Deliveries of entity {} could not be acquired; trying again", entityId, failure);
            dispatcher.replenishment().failed();
            retryLater(dispatcher);
            return;
        }
        List<Delivery> acquired = fetched.deliveries();
        dispatcher.replenishment().acquired(acquired.size(), fetched.exhausted(), fetched.blockedGroups());
        if (acquired.isEmpty()) {
            ended(dispatcher, List.of());
            return;
        }
        try {
            loaders.execute(() -> load(dispatcher, acquired));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing; what was just acquired goes back", e);
            bufferReturns.giveBackUnread(acquired);
            ended(dispatcher, List.of());
        }
    }

    /** Whatever happens, the fetch ends, or nobody would ever fetch again. */
    private void ended(EntityDispatcher dispatcher, List<Buffered> loaded) {
        try {
            bufferReturns.giveBack(dispatcher.replenishment().loaded(loaded), false);
            loaded.forEach(buffered -> noticeDeadline(buffered.delivery()));
        } finally {
            dispatcher.replenishment().ended();
        }
    }

    private void load(EntityDispatcher dispatcher, List<Delivery> acquired) {
        List<Buffered> loaded;
        try {
            loaded = loader.load(acquired);
        } catch (RuntimeException | Error e) {
            LOG.warn("{} acquired messages could not be read; they go back", acquired.size(), e);
            dispatcher.replenishment().failed();
            giveBackUnread(dispatcher, acquired);
            retryLater(dispatcher);
            return;
        }
        ended(dispatcher, loaded);
    }

    /**
     * What was acquired and can't be read goes back, and so do its groups: nothing later of them must come before it is
     * in the store.
     */
    private void giveBackUnread(EntityDispatcher dispatcher, List<Delivery> acquired) {
        Map<String, Delivery> firsts = new HashMap<>();
        for (Delivery delivery : acquired) {
            if (delivery.groupId() != null) {
                firsts.putIfAbsent(delivery.groupId(), delivery);
            }
        }
        GroupHolds holds = dispatcher.groupHolds();
        List<Buffered> members = new ArrayList<>();
        firsts.forEach(
                (groupId, first) -> members.addAll(holds.leave(groupId, first).members()));
        bufferReturns.giveBackUnread(acquired, members, () -> firsts.keySet().forEach(holds::left));
    }

    /**
     * Ends a fetch that failed, after a while, so that another one is made; at once where the node is closing, which
     * waits for it.
     */
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
        List<EntityDispatcher> searches;
        synchronized (failedFetches) {
            failed = List.copyOf(failedFetches);
            failedFetches.clear();
            searches = List.copyOf(failedSearches);
            failedSearches.clear();
        }
        failed.forEach(dispatcher -> ended(dispatcher, List.of()));
        searches.forEach(dispatcher -> dispatcher.searches().again());
    }

    private void search(EntityDispatcher dispatcher, long entityId, SearchStep step) {
        try {
            loaders.execute(() -> carryOut(dispatcher, entityId, step));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing; nothing is searched any more", e);
            dispatcher.searches().failed(step);
        }
    }

    private void carryOut(EntityDispatcher dispatcher, long entityId, SearchStep step) {
        SearchStep.Found found;
        List<Buffered> taken;
        try {
            long before = dispatcher.searches().reasonsToLookAgain();
            Searching.Sifted sifted =
                    searching.find(entityId, step, id -> dispatcher.searches().leaves(step, id));
            found = sifted.found();
            taken = searching.take(sifted.receivable(), unread -> giveBackUnread(dispatcher, unread));
            Map<Integer, Place> passedOver = sifted.passedOver(taken);
            if (!passedOver.isEmpty()) {
                dispatcher.searches().passedOver(step, passedOver, before);
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("Entity {} could not be searched; trying again", entityId, e);
            searchLater(dispatcher, step);
            return;
        }
        try {
            bufferReturns.giveBack(dispatcher.searches().loaded(step, found, taken), false);
            taken.forEach(buffered -> noticeDeadline(buffered.delivery()));
        } finally {
            dispatcher.searches().ended(step, found);
        }
    }

    private void searchLater(EntityDispatcher dispatcher, SearchStep step) {
        synchronized (failedFetches) {
            failedSearches.add(dispatcher);
        }
        dispatcher.searches().failed(step);
        retry.setNoLaterThan(context.time().millis() + RETRY_MILLIS);
    }

    private void expireBuffers() {
        long nowMillis = context.time().millis();
        long next = AlarmClock.UNSET;
        for (EntityDispatcher dispatcher : byEntity.values()) {
            bufferReturns.expire(dispatcher.contents().removeExpired(nowMillis));
            next = Math.min(next, dispatcher.contents().earliestDeadline());
        }
        bufferDeadline.setNoLaterThan(next);
    }
}
