package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of receivers without a selector, in retrieval order. Of a message group only the first may be taken, and
 * only by the party that has the group: see {@link Groups}.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class CommonBuffer {

    private final ReadyBuffer ungrouped;
    private final ReadyBuffer grouped;
    private final Groups groups;
    private final ToLongFunction<Delivery> deadline;

    CommonBuffer(ToLongFunction<Delivery> deadline, Reading reading) {
        this.ungrouped = new ReadyBuffer(deadline);
        this.grouped = new ReadyBuffer(deadline);
        this.groups = new Groups(grouped, reading);
        this.deadline = deadline;
    }

    /** The groups of what is here, and of what lanes have. */
    Groups groups() {
        return groups;
    }

    int size() {
        return ungrouped.size() + grouped.size();
    }

    long bytes() {
        return ungrouped.bytes() + grouped.bytes();
    }

    /** Returns the number of deliveries that have this priority or a higher one. */
    int size(int lowestPriority) {
        return ungrouped.size(lowestPriority) + grouped.size(lowestPriority);
    }

    /** Returns the number of bytes of the deliveries that have this priority or a higher one. */
    long bytes(int lowestPriority) {
        return ungrouped.bytes(lowestPriority) + grouped.bytes(lowestPriority);
    }

    /** The lowest priority of all that waits; above all priorities if nothing does. */
    int lowestPriority() {
        return Math.min(ungrouped.lowestPriority(), grouped.lowestPriority());
    }

    int stored() {
        return ungrouped.stored() + grouped.stored();
    }

    /** How many may be taken at once by whoever comes. */
    int takeable() {
        return ungrouped.size() + groups.offers().offered();
    }

    /** Returns whether a receiver can take a message now, be it any receiver or the one that owns the message group. */
    boolean anyTakeable() {
        return !ungrouped.isEmpty() || groups.offers().any();
    }

    void addAll(Collection<Buffered> deliveries) {
        deliveries.forEach(this::add);
    }

    /** Adds one, unless it is there. */
    void add(Buffered buffered) {
        if (buffered.groupId() == null) {
            ungrouped.add(buffered);
        } else {
            groups.add(buffered, true);
        }
    }

    /** The first that a party may take, expired or not; null if there is none. */
    @Nullable
    Buffered first(Object party) {
        return grouped.isEmpty()
                ? ungrouped.first()
                : Buffered.earlier(ungrouped.first(), groups.offers().first(party));
    }

    /** The first that is wanted, expired or not, whoever may take it; null if there is none. */
    @Nullable
    Buffered find(Predicate<Buffered> wanted) {
        Buffered found = ungrouped.find(wanted);
        return found != null ? found : grouped.find(wanted);
    }

    /** Takes one out; false if it is not there. */
    boolean remove(Buffered buffered) {
        if (buffered.groupId() == null) {
            return ungrouped.remove(buffered);
        }
        boolean there = grouped.contains(buffered);
        if (there) {
            groups.remove(buffered);
        }
        return there;
    }

    /**
     * Takes the first that a party may take and that has not expired.
     *
     * @param expired receives those before it, which have; the party has their groups until the caller says that it
     *     has dealt with them
     */
    @Nullable
    Buffered poll(Object party, long nowMillis, List<Buffered> expired) {
        if (grouped.isEmpty()) {
            return ungrouped.poll(nowMillis, expired);
        }
        for (Buffered next = first(party); next != null; next = first(party)) {
            remove(next);
            if (next.groupId() != null) {
                groups.taken(next, party);
            }
            if (deadline.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    void forEach(Consumer<Buffered> action) {
        ungrouped.forEach(action);
        grouped.forEach(action);
    }

    /** The first, expired or not, whoever may take it; null if there is none. */
    @Nullable
    Buffered first() {
        return Buffered.earlier(ungrouped.first(), grouped.first());
    }

    List<Buffered> removeIf(Predicate<Buffered> unwanted) {
        return taken(ungrouped.removeIf(unwanted), grouped.removeIf(unwanted));
    }

    List<Buffered> drain() {
        return taken(ungrouped.drain(), grouped.drain());
    }

    List<Buffered> removeExpired(long nowMillis) {
        return taken(ungrouped.removeExpired(nowMillis), grouped.removeExpired(nowMillis));
    }

    private List<Buffered> taken(List<Buffered> withoutGroup, List<Buffered> ofGroups) {
        ofGroups.forEach(groups::remove);
        List<Buffered> all = new ArrayList<>(withoutGroup);
        all.addAll(ofGroups);
        return all;
    }

    /** Removes and returns the deliveries with a row in the store that belong behind another one, in order. */
    List<Buffered> removeStoredBehind(Buffered last) {
        List<Buffered> removed = new ArrayList<>(removeIf(each -> each.stored() && Buffered.inOrder(last, each) < 0));
        removed.sort(Buffered::inOrder);
        return removed;
    }

    /** Keeps a number of deliveries with a row in the store; removes and returns the following ones, in order. */
    List<Buffered> removeStoredBeyond(int kept) {
        if (kept >= size()) {
            return List.of();
        }
        if (grouped.isEmpty()) {
            return ungrouped.removeStoredBeyond(kept);
        }
        List<Buffered> removed = storedInOrder().skip(kept).toList();
        removed.forEach(this::remove);
        return removed;
    }

    /** Returns how many of the first deliveries with a row fit into a count and a number of bytes; at least 1. */
    int storedWithin(int count, long bytes) {
        int within = 0;
        long sum = 0;
        for (Buffered buffered : (Iterable<Buffered>) storedInOrder().limit(count)::iterator) {
            sum += ReadyBuffer.cost(buffered);
            if (sum > bytes) {
                break;
            }
            within++;
        }
        return Math.max(1, within);
    }

    private Stream<Buffered> storedInOrder() {
        List<Buffered> all = new ArrayList<>(size());
        forEach(all::add);
        return all.stream().filter(Buffered::stored).sorted(Buffered::inOrder);
    }

    /** The earliest deadline, {@link Delivery#NEVER} if there is none. */
    long earliestDeadline() {
        return Math.min(ungrouped.earliestDeadline(), grouped.earliestDeadline());
    }
}
