package dev.restante.node.queue;

import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.selector.NoSelectorBuffer;

/** Calculator of the number of messages that a dispatcher may still prefetch, guarded by the dispatcher's lock. */
final class BufferCapacity {

    private final PrefetchLimits limits;
    private final boolean exclusive;
    private final NoSelectorBuffer noSelectorBuffer;
    private final FetchProgress fetchProgress;
    private final ConsumerSlots slots;
    private final PrefetchSize prefetch;

    /** Creates the capacity; {@code exclusive} is true if no other node can receive the messages of the entity. */
    BufferCapacity(
            PrefetchLimits limits,
            boolean exclusive,
            NoSelectorBuffer noSelectorBuffer,
            FetchProgress fetchProgress,
            ConsumerSlots slots,
            PrefetchSize prefetch) {
        this.limits = limits;
        this.exclusive = exclusive;
        this.noSelectorBuffer = noSelectorBuffer;
        this.fetchProgress = fetchProgress;
        this.slots = slots;
        this.prefetch = prefetch;
    }

    boolean isFull() {
        return noSelectorBuffer.bytes() >= limits.maxBytes();
    }

    /** Returns whether at most half of the byte limit is used. */
    boolean halfFree() {
        return halfFreeOf(noSelectorBuffer.bytes());
    }

    /** Returns whether a number of bytes is at most half of the limit. */
    boolean halfFreeOf(long bytes) {
        return bytes <= limits.maxBytes() / 2;
    }

    /**
     * Returns the number of deliveries with a row that may stay: all, unless the buffer exceeds a limit by more than a
     * fetch.
     */
    int maxKept() {
        boolean exceeded = noSelectorBuffer.size() > limits.maxCount() + limits.maxPerFetch()
                || noSelectorBuffer.bytes() > 2 * limits.maxBytes();
        return exceeded ? noSelectorBuffer.rowsWithin(limits.maxCount(), limits.maxBytes()) : Integer.MAX_VALUE;
    }

    /** Returns whether the byte limit is reached, or the buffer exceeds its count limit by this number. */
    boolean exceedsBy(int deliveries) {
        return isFull() || noSelectorBuffer.size() >= limits.maxCount() + deliveries;
    }

    /** Returns the number of further deliveries that fit; negative if the buffer exceeds its limit. */
    int freeCount() {
        return isFull()
                ? 0
                : (exclusive ? limits.maxCount() : targetCount())
                        - noSelectorBuffer.size()
                        - fetchProgress.queued().size();
    }

    /**
     * Returns the number of further deliveries of a priority that fit. For priorities above the lowest prefetched one,
     * this is up to a fetch more than the limit.
     */
    int freeCount(int priority) {
        int left = freeCount();
        if (priority <= noSelectorBuffer.lowestPriority() || noSelectorBuffer.bytes() >= 2 * limits.maxBytes()) {
            return left;
        }
        int beyond = limits.maxCount() + limits.maxPerFetch() - noSelectorBuffer.size();
        return Math.max(
                left,
                Math.min(targetCount() - noSelectorBuffer.size(priority), beyond)
                        - fetchProgress.queued().size());
    }

    /** Returns the number of deliveries to acquire for waiting receivers and for prefetching. */
    int targetCount() {
        return Math.min(Math.max(prefetch.size(), slots.waitingCount()), limits.maxPerFetch());
    }
}
