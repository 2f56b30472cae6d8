package dev.restante.node.dispatch;

import java.util.IdentityHashMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The first members of message groups, which are offered to receivers without a selector: to all of them, or to the
 * party that has the group.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class GroupOffers {

    /** The members that were acquired for receivers without a selector. */
    private final ReadyBuffer common;

    /** The first members of groups that nobody has. */
    private final NavigableSet<Buffered> free = new TreeSet<>(Buffered::inOrder);

    /** The first members of the groups that a party has. */
    private final IdentityHashMap<Object, NavigableSet<Buffered>> ofParty = new IdentityHashMap<>();

    GroupOffers(ReadyBuffer common) {
        this.common = common;
    }

    /** The first that a party without a selector may take; null if there is none. */
    @Nullable
    Buffered first(Object party) {
        NavigableSet<Buffered> own = ofParty.get(party);
        Buffered first = free.isEmpty() ? null : free.first();
        return own == null || own.isEmpty() ? first : Buffered.earlier(first, own.first());
    }

    /** Whether something is offered to a party alone. */
    boolean offersTo(Object party) {
        NavigableSet<Buffered> own = ofParty.get(party);
        return own != null && !own.isEmpty();
    }

    /** Whether something is offered to parties alone. */
    boolean offersToParties() {
        return !ofParty.isEmpty();
    }

    /** Returns whether a message is offered, to all receivers or to one party. */
    boolean any() {
        return !free.isEmpty() || offersToParties();
    }

    /** How many are offered to everybody without a selector. */
    int offered() {
        return free.size();
    }

    /**
     * Offers what must be offered of a group, and nothing else.
     *
     * @param first the only member that may be received now, by whomever; null if there is none
     */
    void offer(Group group, @Nullable Buffered first) {
        Buffered next = first == null || !common.contains(first) ? null : first;
        if (isSame(next, group.offered)) {
            return;
        }
        withdraw(group);
        if (next != null) {
            group.offered = next;
            offeredIn(group).add(next);
        }
    }

    private void withdraw(Group group) {
        Buffered offered = group.offered;
        if (offered == null) {
            return;
        }
        offeredIn(group).remove(offered);
        group.offered = null;
        Object party = group.party;
        if (party != null && offeredIn(group).isEmpty()) {
            ofParty.remove(party);
        }
    }

    private NavigableSet<Buffered> offeredIn(Group group) {
        Object party = group.party;
        return party == null ? free : ofParty.computeIfAbsent(party, unused -> new TreeSet<>(Buffered::inOrder));
    }

    /** From now on a party has a group alone; null for nobody. What was offered of it is not, until it is again. */
    void give(Group group, @Nullable Object party) {
        if (group.party != party) {
            withdraw(group);
            group.party = party;
        }
    }

    /** Whether both are the same delivery, or none. */
    static boolean isSame(@Nullable Buffered one, @Nullable Buffered other) {
        return (one == null || other == null) ? (one == null && other == null) : Buffered.inOrder(one, other) == 0;
    }
}
