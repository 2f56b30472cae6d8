package dev.restante.node.queue;

import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchRequester;
import dev.restante.node.queue.selector.SearchStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Actions that a dispatcher decided under its lock and runs after it has released the lock: a fetch, search steps,
 * returns and wake-ups. Thread-safe.
 */
final class PostUnlockActions {

    private final FetchRequester requester;
    private final SearchRequester searchRequester;
    private final BiConsumer<List<PrefetchedMessage>, Runnable> returner;
    private final long fetchBytes;

    /** Due search steps. */
    private final Queue<SearchStep> steps = new ConcurrentLinkedQueue<>();

    /** Slots of busy receivers to wake, so that they poll when they are free. */
    private final Queue<ConsumerSlot> busySlots = new ConcurrentLinkedQueue<>();

    /** Deliveries of returning groups to return to the store. */
    private final Queue<PrefetchedMessage> toReturn = new ConcurrentLinkedQueue<>();

    /** Groups that the running fetch skips; one fetch runs at a time. */
    private volatile Set<String> exceptGroups = Set.of();

    /** True if the running fetch is a full scan. */
    private volatile boolean allPositions;

    /** Lowest priority of the running fetch. */
    private volatile int lowestPriority;

    PostUnlockActions(
            FetchRequester requester,
            SearchRequester searchRequester,
            BiConsumer<List<PrefetchedMessage>, Runnable> returner,
            long fetchBytes) {
        this.requester = requester;
        this.searchRequester = searchRequester;
        this.returner = returner;
        this.fetchBytes = fetchBytes;
    }

    void addSteps(List<SearchStep> due) {
        steps.addAll(due);
    }

    void addWakeUps(List<ConsumerSlot> slots) {
        busySlots.addAll(slots);
    }

    void addReturn(PrefetchedMessage delivery) {
        toReturn.add(delivery);
    }

    /** Plans a fetch; {@code fullScan} is true to read all positions. */
    void planFetch(Set<String> skippedGroups, boolean fullScan, int minPriority) {
        exceptGroups = skippedGroups;
        allPositions = fullScan;
        lowestPriority = minPriority;
    }

    Set<String> exceptGroups() {
        return exceptGroups;
    }

    /**
     * Runs the planned actions; called without the lock.
     *
     * @param fetchLimit the limit of the fetch; 0 for none
     * @param onReturned action for deliveries that were returned
     */
    void run(int fetchLimit, Consumer<List<PrefetchedMessage>> onReturned) {
        if (!toReturn.isEmpty()) {
            List<PrefetchedMessage> returned = new ArrayList<>();
            for (PrefetchedMessage prefetched = toReturn.poll(); prefetched != null; prefetched = toReturn.poll()) {
                returned.add(prefetched);
            }
            returner.accept(returned, () -> onReturned.accept(returned));
        }
        for (SearchStep step = steps.poll(); step != null; step = steps.poll()) {
            searchRequester.search(step);
        }
        for (ConsumerSlot slot = busySlots.poll(); slot != null; slot = busySlots.poll()) {
            slot.wake();
        }
        if (fetchLimit > 0) {
            requester.fetch(fetchLimit, fetchBytes, exceptGroups, allPositions, lowestPriority);
        }
    }
}
