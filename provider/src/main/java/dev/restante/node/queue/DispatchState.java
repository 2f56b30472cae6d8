package dev.restante.node.queue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.FetchRange;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.NoSelectorBuffer;
import dev.restante.node.queue.selector.SearchRequester;
import dev.restante.node.queue.selector.SelectorBuffer;
import dev.restante.node.queue.selector.SelectorBuffers;
import dev.restante.node.queue.selector.SelectorSearches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * State of one entity's dispatcher, guarded by one lock, with the steps that its coordinators share. A caller releases
 * the lock before it wakes slots and starts fetches.
 */
final class DispatchState {

    private final PostUnlockActions postUnlock;
    final boolean exclusive;

    final ReentrantLock lock = new ReentrantLock();

    /** Signalled when a fetch or a search step has ended or failed. */
    final Condition changed = lock.newCondition();

    /** True if any receiver has a selector; written under the lock. */
    volatile boolean anySelector;

    @GuardedBy("lock")
    final FetchRange fetchRange = new FetchRange();

    @GuardedBy("lock")
    final CaughtUpTracker caughtUp = new CaughtUpTracker(fetchRange);

    @GuardedBy("lock")
    final ConsumerSlots slots = new ConsumerSlots();

    @GuardedBy("lock")
    final FetchProgress fetchProgress;

    @GuardedBy("lock")
    final PendingAcquisitions pendingAcquisitions;

    @GuardedBy("lock")
    final NoSelectorBuffer noSelectorBuffer;

    @GuardedBy("lock")
    final PrefetchSize prefetch;

    @GuardedBy("lock")
    final BufferCapacity capacity;

    @GuardedBy("lock")
    final FetchPlan fetchPlan;

    @GuardedBy("lock")
    final WaitingSenders waitingSenders;

    @GuardedBy("lock")
    final SelectorBuffers selectorBuffers;

    /** Number of completed group returns so far. */
    @GuardedBy("lock")
    long groupReturnCount;

    DispatchState(
            FetchRequester requester,
            SearchRequester searchRequester,
            BiConsumer<List<PrefetchedMessage>, Runnable> returner,
            PrefetchLimits limits,
            boolean exclusive,
            ToLongFunction<Delivery> expiryOf) {
        this.postUnlock = new PostUnlockActions(requester, searchRequester, returner, limits.maxBytes());
        this.exclusive = exclusive;
        this.prefetch = PrefetchSize.of(exclusive, limits.maxPerFetch());
        this.fetchProgress = new FetchProgress(changed, expiryOf);
        this.pendingAcquisitions = new PendingAcquisitions(fetchProgress);
        this.noSelectorBuffer = new NoSelectorBuffer(expiryOf, pendingAcquisitions);
        this.capacity = new BufferCapacity(limits, exclusive, noSelectorBuffer, fetchProgress, slots, prefetch);
        this.fetchPlan = new FetchPlan(noSelectorBuffer, slots, prefetch, capacity, exclusive);
        this.waitingSenders =
                new WaitingSenders(lock.newCondition(), caughtUp, slots, fetchProgress, prefetch, capacity);
        this.selectorBuffers = new SelectorBuffers(
                limits, exclusive, expiryOf, noSelectorBuffer, caughtUp, fetchProgress, pendingAcquisitions);
    }

    /** Adds a delivery, or queues it behind a running fetch. Returns whether receivers can get it now. */
    @GuardedBy("lock")
    boolean queueBehindFetch(PrefetchedMessage delivery) {
        if (fetchProgress.isRunning()) {
            fetchProgress.queued().add(delivery);
            return false;
        }
        add(delivery);
        return true;
    }

    @GuardedBy("lock")
    List<ConsumerSlot> add(List<PrefetchedMessage> deliveries) {
        deliveries.forEach(this::add);
        return slotsToWake(deliveries.size());
    }

    @GuardedBy("lock")
    private void add(PrefetchedMessage delivery) {
        if (!returnIfGroupReturns(delivery)) {
            noSelectorBuffer.add(delivery);
            selectorBuffers.indexIfMatching(delivery);
        }
    }

    /** Returns the slots to wake for a number of added deliveries. */
    @GuardedBy("lock")
    List<ConsumerSlot> slotsToWake(int count) {
        return selectorBuffers.isEmpty() && noSelectorBuffer.groupLocks().isEmpty()
                ? slots.wake(count)
                : selectorBuffers.wake(slots);
    }

    /** Returns whether the groups that the running fetch excludes are still excluded, so that its end is conclusive. */
    @GuardedBy("lock")
    boolean excludedGroupsUnchanged() {
        return noSelectorBuffer.groupLocks().groupsNotToFetch().containsAll(postUnlock.exceptGroups());
    }

    /** Returns whether the group of a delivery is being returned; plans the return of the delivery in this case. */
    @GuardedBy("lock")
    boolean returnIfGroupReturns(PrefetchedMessage delivery) {
        boolean returned = noSelectorBuffer.groupLocks().mustReturn(delivery);
        if (returned) {
            postUnlock.addReturn(delivery);
        }
        return returned;
    }

    /**
     * Plans the return of grouped deliveries, together with later members of their groups in other buffers.
     *
     * @return deliveries without a group, which the caller must return; {@link #runPlannedActions} returns all other
     *     deliveries
     */
    @GuardedBy("lock")
    List<PrefetchedMessage> withoutGroupMembers(List<PrefetchedMessage> remaining) {
        List<PrefetchedMessage> withoutGroup = new ArrayList<>(remaining.size());
        for (PrefetchedMessage prefetched : remaining) {
            String groupId = prefetched.groupId();
            if (groupId == null) {
                withoutGroup.add(prefetched);
            } else if (!returnIfGroupReturns(prefetched)) {
                takeGroupMembers(groupId, prefetched.delivery()).forEach(this::returnIfGroupReturns);
                returnIfGroupReturns(prefetched);
            }
        }
        return withoutGroup;
    }

    /** Returns whether other buffers may contain, or will get, members of groups that are returned. */
    @GuardedBy("lock")
    boolean otherBuffersMayHaveGroups() {
        return !selectorBuffers.isEmpty() || pendingAcquisitions.anyStepRunning(Long.MAX_VALUE);
    }

    /** Begins a group return: removes all prefetched members. Members that arrive later are also returned. */
    @GuardedBy("lock")
    List<PrefetchedMessage> takeGroupMembers(String groupId, Delivery first) {
        List<PrefetchedMessage> members =
                new ArrayList<>(noSelectorBuffer.groupLocks().takeMembers(groupId, first));
        members.forEach(selectorBuffers::returnMember);
        members.addAll(selectorBuffers.removeHeldBack(groupId));
        if (!members.isEmpty()) {
            waitingSenders.capacityFreed();
        }
        return members;
    }

    private void returned(List<PrefetchedMessage> returned) {
        List<ConsumerSlot> woken;
        int limit;
        lock.lock();
        try {
            noSelectorBuffer.groupLocks().membersReturned(returned);
            woken = readmitReturnedGroups(List.of());
            changed.signalAll();
            limit = planDueActions();
        } finally {
            lock.unlock();
        }
        wake(woken);
        runPlannedActions(limit);
    }

    /** Makes returned groups receivable again when none of their earlier acquired members can arrive any more. */
    @GuardedBy("lock")
    List<ConsumerSlot> readmitReturnedGroups(List<ConsumerSlot> woken) {
        noSelectorBuffer.groupLocks().confirmOrder();
        SelectorSearches searches = selectorBuffers.searches();
        int readmitted = noSelectorBuffer.groupLocks().readmit(searches::rewind);
        if (readmitted > 0) {
            groupReturnCount += readmitted;
            changed.signalAll();
            caughtUp.invalidate();
            searches.retrySkipped();
            if (slots.anyOpen()) {
                // A fetch for released deliveries has skipped the groups if it began during their return.
                fetchPlan.releasedToFront(readmitted);
            }
        }
        return withSelectorSlots(woken);
    }

    /** Adds the slots of further receivers that can take a prefetched delivery, if there are selectors or groups. */
    @GuardedBy("lock")
    List<ConsumerSlot> withSelectorSlots(List<ConsumerSlot> woken) {
        if (selectorBuffers.isEmpty() && noSelectorBuffer.groupLocks().isEmpty()) {
            return woken;
        }
        List<ConsumerSlot> all = new ArrayList<>(woken);
        all.addAll(selectorBuffers.wake(slots));
        return all;
    }

    /** Waits until the deliveries that are being acquired have been added or returned; returns false on timeout. */
    @CanIgnoreReturnValue
    @GuardedBy("lock")
    boolean awaitPendingAcquisitions(long timeoutNanos) throws InterruptedException {
        PendingAcquisitions.AcquisitionMark mark = pendingAcquisitions.mark();
        long remainingNanos = timeoutNanos;
        while (!pendingAcquisitions.isReached(mark) && remainingNanos > 0) {
            remainingNanos = changed.awaitNanos(remainingNanos);
        }
        return pendingAcquisitions.isReached(mark);
    }

    @GuardedBy("lock")
    List<PrefetchedMessage> takeAll() {
        fetchProgress.discardResult();
        invalidatePrefetched();
        fetchPlan.forgetReleased();
        waitingSenders.signal();
        List<PrefetchedMessage> remaining = noSelectorBuffer.drain();
        remaining.addAll(fetchProgress.takeTruncated());
        remaining.forEach(selectorBuffers::forget);
        remaining.addAll(fetchProgress.queued().drain());
        return remaining;
    }

    /** Records a return of prefetched deliveries. Direct deliveries that arrive later are also returned. */
    @GuardedBy("lock")
    void invalidatePrefetched() {
        caughtUp.prefetchedReturned();
        awaitReturns();
    }

    /** Records that a caller begins to return deliveries, if there are any. */
    @GuardedBy("lock")
    void returnBegun(List<PrefetchedMessage> remaining) {
        if (!remaining.isEmpty()) {
            returnBegun();
        }
    }

    /** Delays fetches and searches until {@link #returnEnded}; otherwise they would skip the returned deliveries. */
    @GuardedBy("lock")
    void returnBegun() {
        fetchProgress.returnBegun();
        awaitReturns();
    }

    @GuardedBy("lock")
    private void awaitReturns() {
        if (isReturning() && !fetchProgress.isRunning()) {
            fetchProgress.beginReturn();
        }
    }

    /** Ignores returns after the end of dispatching, because no fetch follows them. */
    @GuardedBy("lock")
    private boolean isReturning() {
        return caughtUp.anyDirectDeliveryToReturn() || (fetchProgress.anyReturn() && !slots.ended());
    }

    /** Records that a caller has returned its deliveries, or could not do so. */
    void returnEnded() {
        endDeferredFetch(FetchProgress::returnEnded);
    }

    /** Ends the running fetch, if necessary after pending returns. */
    void fetchEnded() {
        endDeferredFetch(FetchProgress::deferEnd);
    }

    /** Ends a fetch whose end had to wait for returns. */
    void endDeferredFetch() {
        endDeferredFetch(state -> {});
    }

    private void endDeferredFetch(Consumer<FetchProgress> change) {
        List<ConsumerSlot> woken = List.of();
        int limit;
        lock.lock();
        try {
            change.accept(fetchProgress);
            if (isReturning()) {
                return;
            }
            if (fetchProgress.isEndDeferred()) {
                woken = readmitReturnedGroups(add(fetchProgress.end()));
            }
            limit = planDueActions();
        } finally {
            lock.unlock();
        }
        wake(woken);
        runPlannedActions(limit);
    }

    /**
     * Plans due fetches and search steps for {@link #runPlannedActions}. Returns the limit of the fetch, 0 for none.
     */
    @GuardedBy("lock")
    int planDueActions() {
        if (!selectorBuffers.isEmpty()) {
            postUnlock.addSteps(selectorBuffers.searches().begin());
            postUnlock.addWakeUps(selectorBuffers.searches().removeBusy());
        }
        if (noSelectorBuffer.groupLocks().pollMoreWanted()) {
            caughtUp.invalidate();
        }
        if (!slots.anyListening() || fetchProgress.isRunning() || caughtUp.nothingToFetch()) {
            return 0;
        }
        if (!fetchPlan.isDue()) {
            caughtUp.fetchNotDue();
            // No fetch serves busy receivers, so a wake-up makes them poll when they are no longer busy.
            postUnlock.addWakeUps(slots.removeBusy());
            return 0;
        }
        int limit = fetchPlan.begin(caughtUp.reserved());
        fetchProgress.begin();
        caughtUp.fetchBegun();
        postUnlock.planFetch(
                noSelectorBuffer.groupLocks().groupsNotToFetch(),
                fetchRange.begin(System.nanoTime()),
                fetchPlan.lowestPriority());
        return limit;
    }

    void runPlannedActions(int limit) {
        postUnlock.run(limit, this::returned);
    }

    void runDueActions() {
        int limit;
        lock.lock();
        try {
            limit = planDueActions();
        } finally {
            lock.unlock();
        }
        runPlannedActions(limit);
    }

    /** Wakes slots, and further slots instead of those whose receivers are busy. */
    void wake(List<ConsumerSlot> woken) {
        for (ConsumerSlot slot : woken) {
            slot.wake();
            // Checked after the wake-up, which a receiver that was already busy may not have noticed.
            if (slot.isBusy()) {
                pauseSlot(slot, true);
            }
        }
    }

    /** Records that the receiver of a slot will not receive for now; with {@code onlyWoken} only if it was woken. */
    void pauseSlot(ConsumerSlot slot, boolean onlyWoken) {
        List<ConsumerSlot> woken;
        lock.lock();
        try {
            if (slot.isClosed() || (onlyWoken && !slot.isWoken())) {
                return;
            }
            SelectorBuffer selectorBuffer = SelectorBuffers.find(slot);
            woken = withSelectorSlots(
                    selectorBuffer == null
                            ? slots.pause(slot, noSelectorBuffer.receivableCount() > 0)
                            : selectorBuffer.slots.pause(slot, false));
        } finally {
            lock.unlock();
        }
        wake(woken);
    }
}
