package dev.restante.node.queue.selector;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchBuffer;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.group.GroupLockRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prefetch buffer for receivers without a selector, in retrieval order, guarded by the dispatcher's lock. Only the
 * participant that holds a message group may take its first member: see {@link GroupLockRegistry}.
 */
public final class NoSelectorBuffer {

    private final PrefetchBuffer ungrouped;
    private final PrefetchBuffer grouped;
    private final GroupLockRegistry groupLocks;
    private final ToLongFunction<Delivery> expiryOf;

    public NoSelectorBuffer(ToLongFunction<Delivery> expiryOf, PendingAcquisitions pendingAcquisitions) {
        this.ungrouped = new PrefetchBuffer(expiryOf);
        this.grouped = new PrefetchBuffer(expiryOf);
        this.groupLocks = new GroupLockRegistry(grouped, pendingAcquisitions);
        this.expiryOf = expiryOf;
    }

    /** Returns the message groups of this buffer and of the selector buffers. */
    public GroupLockRegistry groupLocks() {
        return groupLocks;
    }

    public int size() {
        return ungrouped.size() + grouped.size();
    }

    public long bytes() {
        return ungrouped.bytes() + grouped.bytes();
    }

    public int size(int lowestPriority) {
        return ungrouped.size(lowestPriority) + grouped.size(lowestPriority);
    }

    public long bytes(int lowestPriority) {
        return ungrouped.bytes(lowestPriority) + grouped.bytes(lowestPriority);
    }

    public int lowestPriority() {
        return Math.min(ungrouped.lowestPriority(), grouped.lowestPriority());
    }

    public int countWithRow() {
        return ungrouped.countWithRow() + grouped.countWithRow();
    }

    /** Returns the number of messages that any receivers can take at the same time. */
    public int receivableCount() {
        return ungrouped.size() + groupLocks.nextMessages().freeCount();
    }

    /** Returns whether any receiver can take a message now, which may be the participant that holds a message group. */
    public boolean anyReceivable() {
        return !ungrouped.isEmpty() || groupLocks.nextMessages().any();
    }

    public void addAll(Collection<PrefetchedMessage> deliveries) {
        deliveries.forEach(this::add);
    }

    public void add(PrefetchedMessage prefetched) {
        if (prefetched.groupId() == null) {
            ungrouped.add(prefetched);
        } else {
            groupLocks.add(prefetched, true);
        }
    }

    /** Returns the first delivery that a participant may take, expired or not; null for none. */
    @Nullable
    public PrefetchedMessage first(Object participant) {
        return grouped.isEmpty()
                ? ungrouped.first()
                : PrefetchedMessage.first(
                        ungrouped.first(), groupLocks.nextMessages().first(participant));
    }

    /**
     * Returns the first matching delivery without a group, or otherwise with a group; null for none. Includes expired
     * deliveries.
     */
    @Nullable
    public PrefetchedMessage find(Predicate<PrefetchedMessage> filter) {
        PrefetchedMessage found = ungrouped.find(filter);
        return found != null ? found : grouped.find(filter);
    }

    boolean remove(PrefetchedMessage prefetched) {
        if (prefetched.groupId() == null) {
            return ungrouped.remove(prefetched);
        }
        boolean there = grouped.contains(prefetched);
        if (there) {
            groupLocks.remove(prefetched);
        }
        return there;
    }

    /**
     * Removes and returns the first delivery that a participant may take and that has not expired.
     *
     * @param expired the list to which earlier, expired deliveries are added; the participant holds their groups until
     *     the caller has handled them
     */
    @Nullable
    public PrefetchedMessage poll(Object participant, long nowMillis, List<PrefetchedMessage> expired) {
        if (grouped.isEmpty()) {
            return ungrouped.poll(nowMillis, expired);
        }
        for (PrefetchedMessage next = first(participant); next != null; next = first(participant)) {
            remove(next);
            if (next.groupId() != null) {
                groupLocks.taken(next, participant);
            }
            if (expiryOf.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    void forEach(Consumer<PrefetchedMessage> action) {
        ungrouped.forEach(action);
        grouped.forEach(action);
    }

    /** Returns the first delivery for any participant, expired or not; null for none. */
    @Nullable
    public PrefetchedMessage first() {
        return PrefetchedMessage.first(ungrouped.first(), grouped.first());
    }

    public List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> excluded) {
        return taken(ungrouped.removeIf(excluded), grouped.removeIf(excluded));
    }

    public List<PrefetchedMessage> drain() {
        return taken(ungrouped.drain(), grouped.drain());
    }

    public List<PrefetchedMessage> removeExpired(long nowMillis) {
        return taken(ungrouped.removeExpired(nowMillis), grouped.removeExpired(nowMillis));
    }

    private List<PrefetchedMessage> taken(List<PrefetchedMessage> withoutGroup, List<PrefetchedMessage> ofGroups) {
        ofGroups.forEach(groupLocks::remove);
        List<PrefetchedMessage> all = new ArrayList<>(withoutGroup);
        all.addAll(ofGroups);
        return all;
    }

    /** Removes and returns the deliveries with a row in the store that follow another delivery, in order. */
    public List<PrefetchedMessage> removeRowsAfter(PrefetchedMessage last) {
        List<PrefetchedMessage> removed = new ArrayList<>(
                removeIf(each -> each.hasRow() && PrefetchedMessage.compareRetrievalOrder(last, each) < 0));
        removed.sort(PrefetchedMessage::compareRetrievalOrder);
        return removed;
    }

    /** Keeps a number of deliveries with a row in the store; removes and returns the following ones, in order. */
    public List<PrefetchedMessage> removeRowsBeyond(int keptCount) {
        if (keptCount >= size()) {
            return List.of();
        }
        if (grouped.isEmpty()) {
            return ungrouped.removeRowsBeyond(keptCount);
        }
        List<PrefetchedMessage> removed = storedInOrder().skip(keptCount).toList();
        removed.forEach(this::remove);
        return removed;
    }

    /** Returns the number of leading deliveries with a row that fit into a count and a number of bytes; at least 1. */
    public int rowsWithin(int count, long bytes) {
        int within = 0;
        long sum = 0;
        for (PrefetchedMessage prefetched :
                (Iterable<PrefetchedMessage>) storedInOrder().limit(count)::iterator) {
            sum += PrefetchBuffer.bytesOf(prefetched);
            if (sum > bytes) {
                break;
            }
            within++;
        }
        return Math.max(1, within);
    }

    private Stream<PrefetchedMessage> storedInOrder() {
        List<PrefetchedMessage> all = new ArrayList<>(size());
        forEach(all::add);
        return all.stream().filter(PrefetchedMessage::hasRow).sorted(PrefetchedMessage::compareRetrievalOrder);
    }

    public long earliestExpiry() {
        return Math.min(ungrouped.earliestExpiry(), grouped.earliestExpiry());
    }
}
