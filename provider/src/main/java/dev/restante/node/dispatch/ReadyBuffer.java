package dev.restante.node.dispatch;

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
 * A buffer of messages that wait for receivers, in retrieval order. Not thread-safe; the dispatcher's lock guards it.
 */
final class ReadyBuffer {

    /** What an entry costs besides the size of its message. */
    private static final int OVERHEAD_BYTES = 512;

    private final NavigableSet<Buffered> inOrder = new TreeSet<>(Buffered::inOrder);
    private final ToLongFunction<Delivery> deadline;

    /** Numbers of deliveries, by priority. */
    private final int[] counts = new int[Delivery.HIGHEST_PRIORITY + 1];

    private final long[] bytes = new long[Delivery.HIGHEST_PRIORITY + 1];

    ReadyBuffer(ToLongFunction<Delivery> deadline) {
        this.deadline = deadline;
    }

    int size() {
        return inOrder.size();
    }

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    long bytes() {
        return bytes(0);
    }

    /** Returns the number of deliveries that have this priority or a higher one. */
    int size(int lowestPriority) {
        int size = 0;
        for (int priority = lowestPriority; priority < counts.length; priority++) {
            size += counts[priority];
        }
        return size;
    }

    /** Returns the number of bytes of the deliveries that have this priority or a higher one. */
    long bytes(int lowestPriority) {
        long sum = 0;
        for (int priority = lowestPriority; priority < bytes.length; priority++) {
            sum += bytes[priority];
        }
        return sum;
    }

    /** The lowest priority of all that waits; above all priorities if nothing does. */
    int lowestPriority() {
        int lowest = 0;
        while (lowest < counts.length && counts[lowest] == 0) {
            lowest++;
        }
        return lowest;
    }

    private void count(Buffered buffered, int change) {
        int priority = buffered.delivery().priority();
        counts[priority] += change;
        bytes[priority] += change * cost(buffered);
    }

    void addAll(Collection<Buffered> deliveries) {
        deliveries.forEach(this::add);
    }

    /** Adds one, unless it is there. */
    void add(Buffered buffered) {
        if (inOrder.add(buffered)) {
            count(buffered, 1);
        }
    }

    boolean contains(Buffered buffered) {
        return inOrder.contains(buffered);
    }

    /** The first, expired or not; null if there is none. */
    @Nullable
    Buffered first() {
        return inOrder.isEmpty() ? null : inOrder.first();
    }

    /** The last that belongs before another one; null if there is none. */
    @Nullable
    Buffered lastBefore(Buffered buffered) {
        return inOrder.lower(buffered);
    }

    /** The first that is wanted, expired or not; null if there is none. */
    @Nullable
    Buffered find(Predicate<Buffered> wanted) {
        for (Buffered buffered : inOrder) {
            if (wanted.test(buffered)) {
                return buffered;
            }
        }
        return null;
    }

    /** Takes one out; false if it is not there. */
    boolean remove(Buffered buffered) {
        boolean there = inOrder.remove(buffered);
        if (there) {
            count(buffered, -1);
        }
        return there;
    }

    void forEach(Consumer<Buffered> action) {
        inOrder.forEach(action);
    }

    /**
     * Takes the first that has not expired.
     *
     * @param expired receives those before it, which have
     */
    @Nullable
    Buffered poll(long nowMillis, List<Buffered> expired) {
        for (Buffered next = inOrder.pollFirst(); next != null; next = inOrder.pollFirst()) {
            count(next, -1);
            if (deadline.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    List<Buffered> drain() {
        List<Buffered> all = new ArrayList<>(inOrder);
        inOrder.clear();
        Arrays.fill(counts, 0);
        Arrays.fill(bytes, 0);
        return all;
    }

    /** Removes those that the store has a row for, except the first so many. */
    List<Buffered> removeStoredBeyond(long kept) {
        List<Buffered> removed = inOrder.stream()
                .filter(Buffered::stored)
                .sorted(Buffered::inOrder)
                .skip(kept)
                .toList();
        Set<Buffered> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        gone.addAll(removed);
        inOrder.removeIf(gone::contains);
        removed.forEach(buffered -> count(buffered, -1));
        return removed;
    }

    List<Buffered> removeExpired(long nowMillis) {
        return removeIf(buffered -> deadline.applyAsLong(buffered.delivery()) <= nowMillis);
    }

    List<Buffered> removeIf(Predicate<Buffered> unwanted) {
        List<Buffered> removed = new ArrayList<>();
        inOrder.removeIf(buffered -> {
            boolean goes = unwanted.test(buffered);
            if (goes) {
                removed.add(buffered);
                count(buffered, -1);
            }
            return goes;
        });
        return removed;
    }

    /** The earliest deadline, {@link Delivery#NEVER} if there is none. */
    long earliestDeadline() {
        long earliest = Delivery.NEVER;
        for (Buffered buffered : inOrder) {
            earliest = Math.min(earliest, deadline.applyAsLong(buffered.delivery()));
        }
        return earliest;
    }

    static long cost(Buffered buffered) {
        return (long) buffered.delivery().size() + OVERHEAD_BYTES;
    }

    int stored() {
        return (int) inOrder.stream().filter(Buffered::stored).count();
    }
}
