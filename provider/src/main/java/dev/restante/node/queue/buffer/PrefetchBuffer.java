package dev.restante.node.queue.buffer;

import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of prefetched messages in retrieval order, with counts and bytes per priority, guarded by the dispatcher's
 * lock.
 */
public final class PrefetchBuffer {

    /** Memory of an entry in addition to its message, in bytes. */
    private static final int OVERHEAD_BYTES = 512;

    private final NavigableSet<PrefetchedMessage> inOrder = new TreeSet<>(PrefetchedMessage::compareRetrievalOrder);
    private final ToLongFunction<Delivery> expiryOf;

    private final int[] counts = new int[Delivery.HIGHEST_PRIORITY + 1];

    private final long[] bytes = new long[Delivery.HIGHEST_PRIORITY + 1];

    public PrefetchBuffer(ToLongFunction<Delivery> expiryOf) {
        this.expiryOf = expiryOf;
    }

    public int size() {
        return inOrder.size();
    }

    public boolean isEmpty() {
        return inOrder.isEmpty();
    }

    public long bytes() {
        return bytes(0);
    }

    /** Returns the number of deliveries that have this priority or a higher one. */
    public int size(int lowestPriority) {
        int size = 0;
        for (int priority = lowestPriority; priority < counts.length; priority++) {
            size += counts[priority];
        }
        return size;
    }

    /** Returns the number of bytes of the deliveries that have this priority or a higher one. */
    public long bytes(int lowestPriority) {
        long sum = 0;
        for (int priority = lowestPriority; priority < bytes.length; priority++) {
            sum += bytes[priority];
        }
        return sum;
    }

    /** Returns the lowest priority of the deliveries; above all priorities if the buffer is empty. */
    public int lowestPriority() {
        int lowest = 0;
        while (lowest < counts.length && counts[lowest] == 0) {
            lowest++;
        }
        return lowest;
    }

    private void count(PrefetchedMessage prefetched, int change) {
        int priority = prefetched.delivery().priority();
        counts[priority] += change;
        bytes[priority] += change * bytesOf(prefetched);
    }

    public void addAll(Collection<PrefetchedMessage> deliveries) {
        deliveries.forEach(this::add);
    }

    /** Adds a delivery, unless it is already here. */
    public void add(PrefetchedMessage prefetched) {
        if (inOrder.add(prefetched)) {
            count(prefetched, 1);
        }
    }

    public boolean contains(PrefetchedMessage prefetched) {
        return inOrder.contains(prefetched);
    }

    /** Returns the first delivery, expired or not; null for none. */
    @Nullable
    public PrefetchedMessage first() {
        return inOrder.isEmpty() ? null : inOrder.first();
    }

    /** Returns the last delivery before another one; null for none. */
    @Nullable
    public PrefetchedMessage lastBefore(PrefetchedMessage prefetched) {
        return inOrder.lower(prefetched);
    }

    /** Returns the first matching delivery, expired or not; null for none. */
    @Nullable
    public PrefetchedMessage find(Predicate<PrefetchedMessage> filter) {
        for (PrefetchedMessage prefetched : inOrder) {
            if (filter.test(prefetched)) {
                return prefetched;
            }
        }
        return null;
    }

    public boolean remove(PrefetchedMessage prefetched) {
        boolean there = inOrder.remove(prefetched);
        if (there) {
            count(prefetched, -1);
        }
        return there;
    }

    public void forEach(Consumer<PrefetchedMessage> action) {
        inOrder.forEach(action);
    }

    /**
     * Removes and returns the first delivery that has not expired.
     *
     * @param expired the list to which earlier, expired deliveries are added
     */
    @Nullable
    public PrefetchedMessage poll(long nowMillis, List<PrefetchedMessage> expired) {
        for (PrefetchedMessage next = inOrder.pollFirst(); next != null; next = inOrder.pollFirst()) {
            count(next, -1);
            if (expiryOf.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    public List<PrefetchedMessage> drain() {
        List<PrefetchedMessage> all = new ArrayList<>(inOrder);
        inOrder.clear();
        Arrays.fill(counts, 0);
        Arrays.fill(bytes, 0);
        return all;
    }

    /** Removes the deliveries with a row in the store, except a number of first ones. */
    public List<PrefetchedMessage> removeRowsBeyond(long keptCount) {
        List<PrefetchedMessage> removed = inOrder.stream()
                .filter(PrefetchedMessage::hasRow)
                .sorted(PrefetchedMessage::compareRetrievalOrder)
                .skip(keptCount)
                .toList();
        Set<PrefetchedMessage> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        gone.addAll(removed);
        inOrder.removeIf(gone::contains);
        removed.forEach(prefetched -> count(prefetched, -1));
        return removed;
    }

    public List<PrefetchedMessage> removeExpired(long nowMillis) {
        return removeIf(prefetched -> expiryOf.applyAsLong(prefetched.delivery()) <= nowMillis);
    }

    public List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> excluded) {
        List<PrefetchedMessage> removed = new ArrayList<>();
        inOrder.removeIf(prefetched -> {
            boolean goes = excluded.test(prefetched);
            if (goes) {
                removed.add(prefetched);
                count(prefetched, -1);
            }
            return goes;
        });
        return removed;
    }

    /** Returns the earliest expiry time, or {@link Delivery#NEVER}. */
    public long earliestExpiry() {
        long earliest = Delivery.NEVER;
        for (PrefetchedMessage prefetched : inOrder) {
            earliest = Math.min(earliest, expiryOf.applyAsLong(prefetched.delivery()));
        }
        return earliest;
    }

    public static long bytesOf(PrefetchedMessage prefetched) {
        return (long) prefetched.delivery().size() + OVERHEAD_BYTES;
    }

    public int countWithRow() {
        return (int) inOrder.stream().filter(PrefetchedMessage::hasRow).count();
    }
}
