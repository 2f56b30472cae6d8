package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.DispatchBounds;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.SearchStep;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Place;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the fetches and searches of the dispatchers to the store, and what these bring back to the dispatchers.
 * Thread-safe: pipelines and loaders call it.
 */
public final class Fetching implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Fetching.class);
    private static final int FETCH = 1_000;

    /** Where nobody else could have them, only memory limits how many deliveries wait here. */
    private static final int EXCLUSIVE_BUFFER = 50_000;

    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final BufferReturns bufferReturns;
    private final FetchLoader loader;
    private final Searching searching;
    private final ExecutorService loaders;
    private final AlarmClock.Alarm retry;

    @GuardedBy("failedFetches")
    private final List<EntityDispatcher> failedFetches = new ArrayList<>();

    @GuardedBy("failedFetches")
    private final Set<EntityDispatcher> failedSearches = new HashSet<>();

    @GuardedBy("failedFetches")
    private boolean closing;

    /** From now on it opens the dispatchers. */
    public Fetching(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            BufferReturns bufferReturns,
            AlarmClock clock,
            ExecutorService loaders) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.bufferReturns = bufferReturns;
        this.loaders = loaders;
        this.retry = clock.alarm("failed fetches", this::retryFetches);
        this.loader = new FetchLoader(context, bufferReturns, commits);
        this.searching = new Searching(context, commits, loader);
        dispatchers.openedBy(this::open);
    }

    /** Ends dispatching: everything that is buffered goes back, and what a fetch under way brings. */
    @Override
    public void close() {
        synchronized (failedFetches) {
            closing = true;
        }
        // First: a receiver that is closing may wait for a fetch that has failed, and the buffers wait for that.
        retryFetches();
        buffers.close();
        retryFetches();
        for (EntityDispatcher dispatcher : dispatchers.all()) {
            if (!dispatcher.awaitIdle(Spans.nanos(context.settings().storeTimeout()))) {
                LOG.warn("A fetch did not end in time; its messages are released when this node has left");
            }
        }
    }

    private EntityDispatcher open(long entityId) {
        // What was asked for is brought to who asked, also when another one has taken its place.
        AtomicReference<EntityDispatcher> opened = new AtomicReference<>();
        FirstPositions firstPositions = new FirstPositions();
        EntityDispatcher dispatcher = new EntityDispatcher(
                (limit, maxBytes, exceptGroups, wide, lowestPriority) -> {
                    long nowMillis = context.time().millis();
                    commits.submit(new AcquireRequest(
                            entityId,
                            limit,
                            maxBytes,
                            context.latestPosition(),
                            firstPositions.begin(wide, lowestPriority, nowMillis),
                            exceptGroups,
                            (acquired, failure) -> {
                                firstPositions.ended(failure == null ? acquired : null);
                                acquired(requireNonNull(opened.get()), entityId, acquired, failure);
                            }));
                },
                step -> search(requireNonNull(opened.get()), entityId, step),
                bufferReturns::giveBack,
                new DispatchBounds(
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
            bufferReturns.giveBackUnread(acquired, List.of(), () -> {});
            ended(dispatcher, List.of());
        }
    }

    /** Whatever happens, the fetch ends, or nobody would ever fetch again. */
    private void ended(EntityDispatcher dispatcher, List<Buffered> loaded) {
        try {
            WayBack.letGo(dispatcher, dispatcher.replenishment().loaded(loaded), bufferReturns);
            loaded.forEach(buffered -> buffers.noticeDeadline(buffered.delivery()));
            List<Buffered> tail = dispatcher.contents().tail();
            if (!tail.isEmpty()) {
                bufferReturns.giveBackBehind(tail, dispatcher.replenishment()::wentBack);
            }
        } finally {
            dispatcher.replenishment().ended();
        }
    }

    private void load(EntityDispatcher dispatcher, List<Delivery> acquired) {
        WayBack wayBack = new WayBack(dispatcher, bufferReturns);
        List<Buffered> loaded;
        try {
            loaded = loader.load(acquired, wayBack);
        } catch (RuntimeException | Error e) {
            LOG.warn("{} acquired messages could not be loaded; they go back", acquired.size(), e);
            List<Buffered> behind = dispatcher.replenishment().loadFailed();
            wayBack.unread(acquired, behind, dispatcher.replenishment()::wentBack);
            retryLater(dispatcher);
            return;
        }
        ended(dispatcher, loaded);
    }

    /**
     * Ends a fetch that failed, after a while, so that another one is made; at once where the node is closing, which
     * waits for it.
     */
    private void retryLater(EntityDispatcher dispatcher) {
        synchronized (failedFetches) {
            if (!closing) {
                failedFetches.add(dispatcher);
                retry.ringWithin(RETRY_MILLIS);
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
            taken = searching.take(sifted.receivable(), new WayBack(dispatcher, bufferReturns));
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
            WayBack.letGo(dispatcher, dispatcher.searches().loaded(step, found, taken), bufferReturns);
            taken.forEach(buffered -> buffers.noticeDeadline(buffered.delivery()));
        } finally {
            dispatcher.searches().ended(step, found);
        }
    }

    private void searchLater(EntityDispatcher dispatcher, SearchStep step) {
        synchronized (failedFetches) {
            failedSearches.add(dispatcher);
        }
        dispatcher.searches().failed(step);
        retry.ringWithin(RETRY_MILLIS);
    }
}
