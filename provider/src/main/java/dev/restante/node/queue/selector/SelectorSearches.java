package dev.restante.node.queue.selector;

import static java.util.Objects.requireNonNull;

import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.RetrievalPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches of the store for messages that selectors match, run step by step, one search per selector. A step begins and
 * ends under the dispatcher's lock, and runs without it.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and the state that it reads.
 */
public final class SelectorSearches {

    private final List<SelectorBuffer> open;
    private final SelectorDirectDeliveries directDeliveries;
    private final long maxBytes;
    private final FetchProgress fetchProgress;
    private final PendingAcquisitions pendingAcquisitions;

    /**
     * Buffers whose last receiver closed during a search step. No search continues until the deliveries of this step
     * are returned.
     */
    private final Set<SelectorBuffer> closedDuringStep = new LinkedHashSet<>();

    /** Buffers with running steps, by step number. */
    private final Map<Long, SelectorBuffer> searching = new HashMap<>();

    private long retryCount;

    /** True while deliveries are paused. */
    private boolean paused;

    SelectorSearches(
            List<SelectorBuffer> open,
            SelectorDirectDeliveries directDeliveries,
            long maxBytes,
            FetchProgress fetchProgress,
            PendingAcquisitions pendingAcquisitions) {
        this.open = open;
        this.directDeliveries = directDeliveries;
        this.maxBytes = maxBytes;
        this.fetchProgress = fetchProgress;
        this.pendingAcquisitions = pendingAcquisitions;
    }

    /** Begins the due steps; the caller runs them without the lock. */
    public List<SearchStep> begin() {
        if (!closedDuringStep.isEmpty() || fetchProgress.isReturning()) {
            return List.of();
        }
        List<SearchStep> due = new ArrayList<>();
        boolean halfFree = directDeliveries.bytes() <= maxBytes / 2;
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.isSearchDue(halfFree)) {
                long number = pendingAcquisitions.stepBegun();
                searching.put(number, selectorBuffer);
                due.add(selectorBuffer.beginStep(number, halfFree));
            }
        }
        return due;
    }

    /**
     * Removes the busy receivers for which no search runs; the caller wakes them, so that they poll when they are free.
     */
    public List<ConsumerSlot> removeBusy() {
        List<ConsumerSlot> busySlots = new ArrayList<>(0);
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.search.canStart()) {
                busySlots.addAll(selectorBuffer.slots.removeBusy());
            }
        }
        return busySlots;
    }

    private SelectorBuffer of(SearchStep step) {
        return requireNonNull(searching.get(step.number()), "selector buffer of a running search step");
    }

    /**
     * Adds the deliveries of a step; returns deliveries that must be returned, because the receivers of the buffer have
     * closed.
     */
    public List<PrefetchedMessage> stepLoaded(
            SearchStep step, SearchStep.StepResult result, List<PrefetchedMessage> loaded) {
        SelectorBuffer selectorBuffer = of(step);
        if (closedDuringStep.contains(selectorBuffer) || !selectorBuffer.slots.anyListening()) {
            closedDuringStep.add(selectorBuffer);
            return loaded;
        }
        loaded.forEach(prefetched -> selectorBuffer.indexInOthers(open, prefetched));
        selectorBuffer.endStep(result, loaded);
        return List.of();
    }

    /** Ends a step, after superfluous deliveries were handed back. */
    public void stepEnded(SearchStep step, SearchStep.StepResult result) {
        pendingAcquisitions.stepEnded(step.number());
        SelectorBuffer selectorBuffer = of(step);
        searching.remove(step.number());
        if (closedDuringStep.remove(selectorBuffer)) {
            selectorBuffer.search.ended(result, System.nanoTime());
        }
    }

    public void failed(SearchStep step) {
        pendingAcquisitions.stepEnded(step.number());
        SelectorBuffer selectorBuffer = of(step);
        searching.remove(step.number());
        closedDuringStep.remove(selectorBuffer);
        selectorBuffer.search.failed();
    }

    public void retryFailed() {
        open.forEach(selectorBuffer -> selectorBuffer.search.resume());
    }

    /** Pauses a new buffer if deliveries are paused. */
    void onOpened(SelectorBuffer selectorBuffer) {
        if (paused) {
            selectorBuffer.slots.pause();
        }
    }

    /**
     * Pauses deliveries; returns the deliveries acquired for selector buffers. Deliveries of running steps are returned
     * before any search continues.
     */
    public List<PrefetchedMessage> pause() {
        paused = true;
        List<PrefetchedMessage> remaining = new ArrayList<>();
        for (SelectorBuffer selectorBuffer : open) {
            selectorBuffer.slots.pause();
            onClosed(selectorBuffer);
            remaining.addAll(selectorBuffer.drain());
        }
        return remaining;
    }

    /** Resumes deliveries; returns the waiting slots. */
    public List<ConsumerSlot> resume() {
        paused = false;
        List<ConsumerSlot> woken = new ArrayList<>();
        open.forEach(selectorBuffer -> woken.addAll(selectorBuffer.slots.resume()));
        recheckStore();
        return woken;
    }

    /** Records that the receivers of a buffer have closed or are paused. */
    void onClosed(SelectorBuffer selectorBuffer) {
        if (selectorBuffer.search.isUnderWay()) {
            closedDuringStep.add(selectorBuffer);
        }
    }

    // ---- content of the store ----

    /** Reports deliveries that are available in the store now. */
    public void reportIds(List<Long> ids) {
        open.forEach(selectorBuffer -> selectorBuffer.search.addReported(ids));
    }

    /** Searches again after these positions, where returned messages may match. */
    public void rewind(Map<Integer, RetrievalPosition> positions) {
        open.forEach(selectorBuffer -> selectorBuffer.search.rewind(positions));
    }

    /**
     * Records positions after which a step of a buffer has skipped deliveries.
     *
     * @param before the {@link #retryCount} before the step read the store
     */
    public void skipped(SearchStep step, Map<Integer, RetrievalPosition> positions, long before) {
        SelectorBuffer selectorBuffer = of(step);
        selectorBuffer.skipped(positions);
        if (retryCount != before) {
            selectorBuffer.retrySkipped();
        }
    }

    public long retryCount() {
        return retryCount;
    }

    /** Searches again for skipped deliveries, which may be receivable now. */
    public void retrySkipped() {
        retryCount++;
        open.forEach(SelectorBuffer::retrySkipped);
    }

    public void recheckStore() {
        retrySkipped();
        long nowNanos = System.nanoTime();
        open.forEach(selectorBuffer -> selectorBuffer.search.recheckStore(nowNanos));
    }
}
