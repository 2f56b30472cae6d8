package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.store.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The message groups of an entity, as far as something of them is at hand or with an application of this node (VIS-07,
 * GRP-02). A group has one party at a time: whoever has taken something of it, and only he, may take the next ones, in
 * order, until he has nothing of it any more.
 *
 * <p>At any moment only the first member of a group is offered: to everybody, or to the party that has the group. So
 * what is behind it costs nobody who looks for something to take, and a group whose party is slow stands in nobody's
 * way.
 *
 * <p>What fetches and the searches of several selectors bring of a group comes in no order. So a member that comes
 * while something else is being read is <em>unproven</em>, and not offered, until what was being read then has come.
 *
 * <p>When one of a group's messages comes back unsettled, everything of the group <em>leaves</em>: it goes back to the
 * store, because what came back belongs before the rest, and only the store has the whole order. Until that has been
 * carried out, and what was being acquired meanwhile has come, nothing of the group is taken in.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class Groups {

    /** No more of a group is fetched while so many of its members are at hand. */
    static final int ENOUGH = 500;

    /** More is fetched again when so many are left. */
    private static final int LOW = ENOUGH / 4;

    /** The members that were acquired for receivers without a selector. */
    private final ReadyBuffer common;

    private final Reading reading;
    private final GroupOffers offers;
    private final Map<String, Group> byId = new HashMap<>();

    /**
     * Groups of which the store has something that may not be received now, as the last fetch that looked for them has
     * found; null before.
     */
    private @Nullable Set<String> blocked;

    /** Groups of which enough is at hand. */
    private final Set<String> enough = new HashSet<>();

    private boolean moreWanted;

    /** Groups on their way back to the store. */
    private final Set<String> leaving = new HashSet<>();

    /** Groups that have unproven members. */
    private final Set<String> unproven = new HashSet<>();

    /** Those of which some were acquired for receivers without a selector, {@code common}, and perhaps others. */
    Groups(ReadyBuffer common, Reading reading) {
        this.common = common;
        this.offers = new GroupOffers(common);
        this.reading = reading;
    }

    /** What is offered of groups, and to whom. */
    GroupOffers offers() {
        return offers;
    }

    /** Whether there has never been one, or all are forgotten. */
    boolean none() {
        return byId.isEmpty();
    }

    // ---- what is at hand ----

    /** Whether what comes of a group now must go back; its group does not come back before {@link #returned}. */
    boolean turnsAway(Buffered buffered) {
        if (buffered.groupId() == null || !leaving.contains(buffered.groupId())) {
            return false;
        }
        requireNonNull(byId.get(buffered.groupId()), "group").away++;
        return true;
    }

    /** What was turned away is back in the store. */
    void returned(List<Buffered> back) {
        for (Buffered buffered : back) {
            Group group = requireNonNull(byId.get(buffered.groupId()), "group");
            group.away--;
            backInStore(group);
        }
    }

    /** Whether something is on its way back to the store that nobody had received. */
    boolean anyAway() {
        return leavingGroups().anyMatch(group -> group.away > 0);
    }

    /** Whether a group is on its way back to the store. */
    boolean leaves(String id) {
        return leaving.contains(id);
    }

    /** The groups that are on their way back to the store. */
    Set<String> leaving() {
        return Set.copyOf(leaving);
    }

    /** Takes in a member that is at hand now; {@code forAll} if it was acquired for receivers without a selector. */
    void add(Buffered member, boolean forAll) {
        String id = requireNonNull(member.groupId(), "group");
        Group group = byId.computeIfAbsent(id, Group::new);
        group.members.add(member);
        if (forAll) {
            common.add(member);
        }
        Reading.Moment moment = forAll ? reading.ofSteps() : reading.ofAll();
        if (moment != null) {
            group.unproven.put(member.delivery().id(), moment);
            unproven.add(id);
        }
        if (group.members.size() >= ENOUGH) {
            enough.add(id);
        }
        offer(group);
    }

    /** A member is at hand no more, and nobody has it: expired, or given back. */
    void remove(Buffered member) {
        Group group = byId.get(member.groupId());
        if (group != null) {
            remove(group, member);
            settle(group);
        }
    }

    private void remove(Group group, Buffered member) {
        group.members.remove(member);
        group.unproven.remove(member.delivery().id());
        common.remove(member);
    }

    private void offer(Group group) {
        offers.offer(group, receivable(group));
    }

    /** The only member that may be received now, by whomever; null if there is none. */
    private @Nullable Buffered receivable(Group group) {
        if (group.members.isEmpty() || leaving.contains(group.id)) {
            return null;
        }
        Buffered first = group.members.first();
        return group.unproven.containsKey(first.delivery().id()) ? null : first;
    }

    /** Puts a group right after something has changed, and forgets it if nothing is left of it. */
    private void settle(Group group) {
        if (group.inFlight.isEmpty() && !group.kept) {
            offers.give(group, null);
        }
        if (group.members.size() <= LOW && enough.remove(group.id)) {
            moreWanted = true;
        }
        offer(group);
        if (group.members.isEmpty() && group.party == null && !leaving.contains(group.id)) {
            byId.remove(group.id);
        }
    }

    // ---- receivers ----

    /** Whether a party may take this now, as far as its group is concerned. */
    boolean mayTake(Buffered buffered, Object party) {
        if (buffered.groupId() == null) {
            return true;
        }
        Group group = byId.get(buffered.groupId());
        return group != null
                && (group.party == null || group.party == party)
                && GroupOffers.isSame(receivable(group), buffered);
    }

    /** A party has taken a member. */
    void taken(Buffered member, Object party) {
        String id = requireNonNull(member.groupId(), "group");
        Group group = byId.computeIfAbsent(id, Group::new);
        offers.give(group, party);
        remove(group, member);
        group.inFlight.merge(member.delivery().id(), 1, Integer::sum);
        group.recalled.remove(member.delivery().id());
        settle(group);
    }

    /** A party has a delivery that it has not taken here. If another one has the group, that keeps it. */
    void adopt(String id, long deliveryId, Object party) {
        Group group = byId.computeIfAbsent(id, Group::new);
        if (group.inFlight.isEmpty() || group.inFlight.containsKey(deliveryId)) {
            offers.give(group, party);
        }
        group.inFlight.merge(deliveryId, 1, Integer::sum);
        settle(group);
    }

    /** A party keeps a group until {@link #release}; false if another one has it. */
    boolean keep(String id, Object party) {
        Group group = byId.computeIfAbsent(id, Group::new);
        if (group.party != null && group.party != party) {
            return false;
        }
        offers.give(group, party);
        group.kept = true;
        settle(group);
        return true;
    }

    boolean keptByOther(String id, @Nullable Object party) {
        Group group = byId.get(id);
        return group != null && group.kept && group.party != party;
    }

    /** A party keeps a group no more. */
    void release(String id, Object party) {
        Group group = byId.get(id);
        if (group != null && group.party == party) {
            group.kept = false;
            settle(group);
        }
    }

    /**
     * Whether somebody who has just taken a member may hand it over: false if its group has begun to leave since, even
     * if that has come back by now.
     */
    boolean mayHandOver(String id, long deliveryId) {
        Group group = byId.get(id);
        return group != null
                && !leaving.contains(id)
                && group.inFlight.containsKey(deliveryId)
                && !group.recalled.contains(deliveryId);
    }

    /** A member that was taken has been settled, or is on its way back. */
    void ended(String id, long deliveryId) {
        Group group = byId.get(id);
        if (group != null) {
            group.inFlight.computeIfPresent(deliveryId, (same, times) -> times == 1 ? null : times - 1);
            group.recalled.retainAll(group.inFlight.keySet());
            settle(group);
        }
    }

    // ---- leaving ----

    /**
     * One of a group goes back, {@code first}: all that is at hand leaves with it, and is returned. What comes of it
     * from now on is to be {@link #turnsAway turned away}.
     */
    List<Buffered> empty(String id, Delivery first) {
        Group group = byId.computeIfAbsent(id, Group::new);
        if (leaving.add(id)) {
            group.behind.clear();
            group.leave = new Object();
        }
        SearchStep.before(first.priority(), Place.of(first), group.behind);
        List<Buffered> members = List.copyOf(group.members);
        members.forEach(member -> remove(group, member));
        offer(group);
        return members;
    }

    /**
     * Somebody carries back what leaves of a group, until {@link #left}.
     *
     * @return the ids of what applications have of it
     */
    Set<Long> departs(String id) {
        Group group = requireNonNull(byId.get(id), "group");
        group.departures++;
        group.recalled.addAll(group.inFlight.keySet());
        return Set.copyOf(group.inFlight.keySet());
    }

    /** What left is back in the store. */
    void left(String id) {
        Group group = byId.get(id);
        if (group != null && leaving.contains(id)) {
            group.departures--;
            backInStore(group);
        }
    }

    private void backInStore(Group group) {
        group.leftAt = reading.now();
        if (blocked != null) {
            // Perhaps what came back waits for its redelivery; the next fetch finds out.
            blocked.add(group.id);
        }
    }

    /**
     * Groups that have left come back when nothing of them can arrive any more that was acquired before.
     *
     * @param rewind told of the places behind which searches may find what has come back
     * @return how many have come back
     */
    int comeBack(Consumer<Map<Integer, Place>> rewind) {
        int back = 0;
        for (Iterator<String> ids = leaving.iterator(); ids.hasNext(); ) {
            Group group = requireNonNull(byId.get(ids.next()), "group");
            if (group.isBackInStore() && reading.allCame(group.leftAt)) {
                ids.remove();
                back++;
                rewind.accept(group.behind);
                settle(group);
            }
        }
        return back;
    }

    /** The leaves that end by themselves: whoever carried something back has, and the rest follows. */
    Set<Object> aboutToComeBack() {
        Stream<Group> ending = leavingGroups().filter(group -> group.departures == 0);
        return ending.map(group -> group.leave).collect(Collectors.toSet());
    }

    private Stream<Group> leavingGroups() {
        return leaving.stream().map(id -> requireNonNull(byId.get(id), "group"));
    }

    // ---- what is being read ----

    /** Something that was being read has come, or will not: what waited for that is proven. */
    void prove() {
        for (Iterator<String> ids = unproven.iterator(); ids.hasNext(); ) {
            Group group = byId.get(ids.next());
            if (group == null) {
                ids.remove();
                continue;
            }
            group.unproven.values().removeIf(reading::allCame);
            offer(group);
            if (group.unproven.isEmpty()) {
                ids.remove();
            }
        }
    }

    /** Whether anything at hand is unproven. */
    boolean anyUnproven() {
        return !unproven.isEmpty();
    }

    // ---- the store ----

    /** Whether the store may have more, since the last call, of a group of which enough was at hand. */
    boolean takeMoreWanted() {
        boolean wanted = moreWanted;
        moreWanted = false;
        return wanted;
    }

    /** Groups of which the store is not asked for more: enough is at hand, or they leave. */
    Set<String> unwanted() {
        if (enough.isEmpty() && leaving.isEmpty()) {
            return Set.of();
        }
        Set<String> unwanted = new HashSet<>(enough);
        unwanted.addAll(leaving);
        return unwanted;
    }

    /** A fetch has looked for groups of which nothing may be received now. */
    void blocked(Set<String> found) {
        blocked = new HashSet<>(found);
    }

    /**
     * Whether a message may be born acquired, as far as its group is concerned: nothing of the group is in the store
     * that this node passes over.
     */
    boolean mayBeBorn(Buffered birth) {
        String id = birth.groupId();
        if (id == null) {
            return true;
        }
        return blocked != null && !blocked.contains(id) && !leaving.contains(id) && !enough.contains(id);
    }
}
