package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.model.SaturatingTime;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.RetrievalPosition;
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
 * Executor of the dispatchers' fetches and search steps, which acquire available deliveries in the store and load their
 * messages for receivers. Thread-safe: called by leaders of batches and by loader threads.
 */
public final class FetchExecutor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FetchExecutor.class);
    private static final int MAX_PER_FETCH = 1_000;

    /** Limit of prefetched deliveries in an exclusive store, where no other node can need them. */
    private static final int EXCLUSIVE_MAX_PREFETCHED = 50_000;

    private static final long RETRY_MILLIS = 500;

    private final NodeContext context;
    private final ChangeCommitter committer;
    private final DispatcherRegistry dispatchers;
    private final NodePrefetchBuffers prefetchBuffers;
    private final PrefetchReturner prefetchReturner;
    private final FetchLoader loader;
    private final SearchExecutor searchExecutor;
    private final ExecutorService loaders;
    private final NodeScheduler.ScheduledTask retryTask;

    @GuardedBy("failedFetches")
    private final List<EntityDispatcher> failedFetches = new ArrayList<>();

    @GuardedBy("failedFetches")
    private final Set<EntityDispatcher> failedSearches = new HashSet<>();

    @GuardedBy("failedFetches")
    private boolean closing;

    /** Creates the executor, which from then on creates the dispatchers of the registry. */
    public FetchExecutor(
            NodeContext context,
            ChangeCommitter committer,
            DispatcherRegistry dispatchers,
            NodePrefetchBuffers prefetchBuffers,
            PrefetchReturner prefetchReturner,
            NodeScheduler scheduler,
            ExecutorService loaders) {
        this.context = context;
        this.committer = committer;
        this.dispatchers = dispatchers;
        this.prefetchBuffers = prefetchBuffers;
        this.prefetchReturner = prefetchReturner;
        this.loaders = loaders;
        this.retryTask = scheduler.task("fetch retry", this::retryFetches);
        this.loader = new FetchLoader(context, prefetchReturner, committer);
        this.searchExecutor = new SearchExecutor(context, committer, loader);
        dispatchers.setFactory(this::open);
    }

    /** Ends dispatching: returns all prefetched and all currently fetched deliveries to the store. */
    @Override
    public void close() {
        synchronized (failedFetches) {
            closing = true;
        }
        // Failed fetches must end first, because a closing receiver may wait for one, and the buffers wait for that
        // receiver.
        retryFetches();
        prefetchBuffers.close();
        retryFetches();
        dispatchers.byEntity().forEach((entityId, dispatcher) -> {
            if (!dispatcher.awaitIdle(SaturatingTime.toNanos(context.settings().storeTimeout()))) {
                LOG.warn(
                        "A fetch of {} did not end within the store timeout."
                                + " Its messages are released after this node has left the store.",
                        context.registry().describe(entityId));
            }
        });
    }

    private EntityDispatcher open(long entityId) {
        // The result of a fetch goes to the dispatcher that requested it, even if another dispatcher has replaced it.
        AtomicReference<EntityDispatcher> opened = new AtomicReference<>();
        FetchStartPositions startPositions = new FetchStartPositions();
        EntityDispatcher dispatcher = new EntityDispatcher(
                (limit, maxBytes, exceptGroups, fullScan, lowestPriority) -> {
                    long nowMillis = context.storeClock().storeMillis();
                    committer.submit(new AcquireRequest(
                            entityId,
                            limit,
                            maxBytes,
                            context.latestPosition(),
                            startPositions.begin(fullScan, lowestPriority, nowMillis),
                            exceptGroups,
                            (acquireResult, failure) -> {
                                startPositions.ended(failure == null ? acquireResult : null);
                                acquired(requireNonNull(opened.get()), entityId, acquireResult, failure);
                            }));
                },
                step -> search(requireNonNull(opened.get()), entityId, step),
                prefetchReturner::returnToStore,
                new PrefetchLimits(
                        MAX_PER_FETCH,
                        context.store().capabilities().exclusive() ? EXCLUSIVE_MAX_PREFETCHED : MAX_PER_FETCH,
                        context.settings().prefetchBytes()),
                context.store().capabilities().exclusive(),
                context::expiryOf);
        opened.set(dispatcher);
        return dispatcher;
    }

    /** Handles acquired deliveries on the leader's thread, and leaves the read of their messages to a loader thread. */
    private void acquired(
            EntityDispatcher dispatcher, long entityId, AcquireResult fetched, @Nullable StoreException failure) {
        if (failure != null) {
            LOG.warn(
                    "Messages of {} could not be fetched. The node tries again.",
                    context.registry().describe(entityId),
                    failure);
            dispatcher.fetches().fetchFailed();
            retryLater(dispatcher);
            return;
        }
        List<Delivery> acquired = fetched.deliveries();
        dispatcher.fetches().fetchCommitted(acquired.size(), fetched.exhausted(), fetched.blockedGroups());
        if (acquired.isEmpty()) {
            ended(dispatcher, List.of());
            return;
        }
        try {
            loaders.execute(() -> load(dispatcher, entityId, acquired));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing and returns the messages of a running fetch to the store", e);
            prefetchReturner.returnUnread(acquired, List.of(), () -> {});
            ended(dispatcher, List.of());
        }
    }

    /** Ends a fetch after any result, because the dispatcher could otherwise never fetch again. */
    private void ended(EntityDispatcher dispatcher, List<PrefetchedMessage> loaded) {
        try {
            FetchReturner.returnRemoved(dispatcher, dispatcher.fetches().fetchLoaded(loaded), prefetchReturner);
            loaded.forEach(prefetched -> prefetchBuffers.scheduleExpiry(prefetched.delivery()));
            List<PrefetchedMessage> tail = dispatcher.prefetched().takeTail();
            if (!tail.isEmpty()) {
                prefetchReturner.returnBehindPrefetched(tail, dispatcher.fetches()::returnEnded);
            }
        } finally {
            dispatcher.fetches().fetchEnded();
        }
    }

    private void load(EntityDispatcher dispatcher, long entityId, List<Delivery> acquired) {
        FetchReturner returner = new FetchReturner(dispatcher, prefetchReturner);
        List<PrefetchedMessage> loaded;
        try {
            loaded = loader.load(acquired, returner);
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "{} fetched messages of {} could not be loaded. The node returns them to the store and tries again.",
                    acquired.size(),
                    context.registry().describe(entityId),
                    e);
            List<PrefetchedMessage> queued = dispatcher.fetches().fetchLoadFailed();
            returner.returnUnread(acquired, queued, dispatcher.fetches()::returnEnded);
            retryLater(dispatcher);
            return;
        }
        ended(dispatcher, loaded);
    }

    /**
     * Ends a failed fetch after a pause, so that the dispatcher fetches again. Ends it immediately while the node
     * closes, because the node waits for it.
     */
    private void retryLater(EntityDispatcher dispatcher) {
        synchronized (failedFetches) {
            if (!closing) {
                failedFetches.add(dispatcher);
                retryTask.scheduleWithin(RETRY_MILLIS);
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
        searches.forEach(dispatcher -> dispatcher.searches().retryFailed());
    }

    private void search(EntityDispatcher dispatcher, long entityId, SearchStep step) {
        try {
            loaders.execute(() -> carryOut(dispatcher, entityId, step));
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing, so a search by selector is skipped", e);
            dispatcher.searches().stepFailed(step);
        }
    }

    private void carryOut(EntityDispatcher dispatcher, long entityId, SearchStep step) {
        SearchStep.StepResult result;
        List<PrefetchedMessage> taken;
        try {
            long before = dispatcher.searches().retryCount();
            SearchExecutor.SearchFindings findings = searchExecutor.evaluate(
                    entityId, step, id -> dispatcher.searches().isReturning(step, id));
            result = findings.result();
            taken = searchExecutor.acquireAndLoad(
                    findings.receivable(), new FetchReturner(dispatcher, prefetchReturner));
            Map<Integer, RetrievalPosition> passedOver = findings.skippedPositions(taken);
            if (!passedOver.isEmpty()) {
                dispatcher.searches().skipped(step, passedOver, before);
            }
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "A search of {} by selector failed. The node tries again.",
                    context.registry().describe(entityId),
                    e);
            searchLater(dispatcher, step);
            return;
        }
        try {
            FetchReturner.returnRemoved(
                    dispatcher, dispatcher.searches().stepLoaded(step, result, taken), prefetchReturner);
            taken.forEach(prefetched -> prefetchBuffers.scheduleExpiry(prefetched.delivery()));
        } finally {
            dispatcher.searches().stepEnded(step, result);
        }
    }

    private void searchLater(EntityDispatcher dispatcher, SearchStep step) {
        synchronized (failedFetches) {
            failedSearches.add(dispatcher);
        }
        dispatcher.searches().stepFailed(step);
        retryTask.scheduleWithin(RETRY_MILLIS);
    }
}
