package dev.restante.node.queue.group;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchBuffer;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.RetrievalPosition;
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
 * Registry of an entity's message groups on this node, which lets only one participant (consumer or session) at a time
 * hold a group (VIS-07, GRP-02). The participant that takes the first member holds the group. Only this participant may
 * take further members, in order, while it has members in flight.
 *
 * <p>Only the first member of a group is offered: to all receivers, or to the participant that holds the group.
 * Therefore receivers need not skip the other members, and a slow participant does not block other groups.
 *
 * <p>Fetches and searches for several selectors bring members in no particular order. A member that arrives during
 * another acquisition is <em>unconfirmed</em>, and not offered until that acquisition has ended.
 *
 * <p>When a member is released unsettled, the whole group <em>returns</em> to the store. The released member precedes
 * the prefetched members, and only the store knows the complete order. No member is added until the return and all
 * acquisitions that began before its end have ended.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class GroupLockRegistry {

    /** Number of prefetched members from which on no more members of a group are fetched. */
    public static final int MAX_PREFETCHED = 500;

    /** Number of remaining members at which more are fetched again. */
    private static final int REFILL_BELOW = MAX_PREFETCHED / 4;

    /** Members that were acquired for receivers without a selector. */
    private final PrefetchBuffer noSelectorMembers;

    private final PendingAcquisitions pendingAcquisitions;
    private final NextGroupMessages nextMessages;
    private final Map<String, LocalMessageGroup> byId = new HashMap<>();

    /** Blocked groups, as found by the last fetch that looked for them; null before. */
    private @Nullable Set<String> blocked;

    /** Groups with enough prefetched members. */
    private final Set<String> fullIds = new HashSet<>();

    private boolean moreWanted;

    /** Groups that are being returned to the store. */
    private final Set<String> returningIds = new HashSet<>();

    /** Groups with unconfirmed members. */
    private final Set<String> unconfirmedIds = new HashSet<>();

    public GroupLockRegistry(PrefetchBuffer noSelectorMembers, PendingAcquisitions pendingAcquisitions) {
        this.noSelectorMembers = noSelectorMembers;
        this.nextMessages = new NextGroupMessages(noSelectorMembers);
        this.pendingAcquisitions = pendingAcquisitions;
    }

    public NextGroupMessages nextMessages() {
        return nextMessages;
    }

    public boolean isEmpty() {
        return byId.isEmpty();
    }

    // ---- prefetched members ----

    /**
     * Returns whether an arriving member must be returned. In this case, its group is not readmitted before
     * {@link #membersReturned}.
     */
    public boolean mustReturn(PrefetchedMessage prefetched) {
        if (prefetched.groupId() == null || !returningIds.contains(prefetched.groupId())) {
            return false;
        }
        requireNonNull(byId.get(prefetched.groupId()), "group").membersReturning++;
        return true;
    }

    /** Records that rejected members are back in the store. */
    public void membersReturned(List<PrefetchedMessage> returned) {
        for (PrefetchedMessage prefetched : returned) {
            LocalMessageGroup group = requireNonNull(byId.get(prefetched.groupId()), "group");
            group.membersReturning--;
            backInStore(group);
        }
    }

    /** Returns whether members that no application received are being returned. */
    public boolean anyReturning() {
        return returningGroups().anyMatch(group -> group.membersReturning > 0);
    }

    public boolean isReturning(String id) {
        return returningIds.contains(id);
    }

    public Set<String> returningIds() {
        return Set.copyOf(returningIds);
    }

    /** Adds a prefetched member; {@code forNoSelector} is true if it was acquired for receivers without a selector. */
    public void add(PrefetchedMessage member, boolean forNoSelector) {
        String id = requireNonNull(member.groupId(), "group");
        LocalMessageGroup group = byId.computeIfAbsent(id, LocalMessageGroup::new);
        group.members.add(member);
        if (forNoSelector) {
            noSelectorMembers.add(member);
        }
        PendingAcquisitions.AcquisitionMark mark =
                forNoSelector ? pendingAcquisitions.markSteps() : pendingAcquisitions.markAll();
        if (mark != null) {
            group.unconfirmed.put(member.delivery().id(), mark);
            unconfirmedIds.add(id);
        }
        if (group.members.size() >= MAX_PREFETCHED) {
            fullIds.add(id);
        }
        offer(group);
    }

    /** Removes a prefetched member that no participant has taken, because it expired or is returned. */
    public void remove(PrefetchedMessage member) {
        LocalMessageGroup group = byId.get(member.groupId());
        if (group != null) {
            remove(group, member);
            update(group);
        }
    }

    private void remove(LocalMessageGroup group, PrefetchedMessage member) {
        group.members.remove(member);
        group.unconfirmed.remove(member.delivery().id());
        noSelectorMembers.remove(member);
    }

    private void offer(LocalMessageGroup group) {
        nextMessages.setNext(group, receivable(group));
    }

    /** Returns the only member that may be received now, by any participant; null for none. */
    private @Nullable PrefetchedMessage receivable(LocalMessageGroup group) {
        if (group.members.isEmpty() || returningIds.contains(group.id)) {
            return null;
        }
        PrefetchedMessage first = group.members.first();
        return group.unconfirmed.containsKey(first.delivery().id()) ? null : first;
    }

    /** Updates a group after a change, and forgets it if it is empty. */
    private void update(LocalMessageGroup group) {
        if (group.inFlight.isEmpty() && !group.assigned) {
            nextMessages.setParticipant(group, null);
        }
        if (group.members.size() <= REFILL_BELOW && fullIds.remove(group.id)) {
            moreWanted = true;
        }
        offer(group);
        if (group.members.isEmpty() && group.participant == null && !returningIds.contains(group.id)) {
            byId.remove(group.id);
        }
    }

    // ---- receivers ----

    /** Returns whether the group of a message allows a participant to take the message now. */
    public boolean mayTake(PrefetchedMessage message, Object participant) {
        if (message.groupId() == null) {
            return true;
        }
        LocalMessageGroup group = byId.get(message.groupId());
        return group != null
                && (group.participant == null || group.participant == participant)
                && NextGroupMessages.isSame(receivable(group), message);
    }

    public void taken(PrefetchedMessage member, Object participant) {
        String id = requireNonNull(member.groupId(), "group");
        LocalMessageGroup group = byId.computeIfAbsent(id, LocalMessageGroup::new);
        nextMessages.setParticipant(group, participant);
        remove(group, member);
        group.inFlight.merge(member.delivery().id(), 1, Integer::sum);
        group.recalledIds.remove(member.delivery().id());
        update(group);
    }

    /**
     * Records that a participant has received a delivery that it has not taken here. If another participant holds the
     * group, that participant keeps it.
     */
    public void addInFlight(String id, long deliveryId, Object participant) {
        LocalMessageGroup group = byId.computeIfAbsent(id, LocalMessageGroup::new);
        if (group.inFlight.isEmpty() || group.inFlight.containsKey(deliveryId)) {
            nextMessages.setParticipant(group, participant);
        }
        group.inFlight.merge(deliveryId, 1, Integer::sum);
        update(group);
    }

    /** Assigns a group to a participant until {@link #unassign}; returns false if another participant holds it. */
    public boolean assign(String id, Object participant) {
        LocalMessageGroup group = byId.computeIfAbsent(id, LocalMessageGroup::new);
        if (group.participant != null && group.participant != participant) {
            return false;
        }
        nextMessages.setParticipant(group, participant);
        group.assigned = true;
        update(group);
        return true;
    }

    public boolean assignedToOther(String id, @Nullable Object participant) {
        LocalMessageGroup group = byId.get(id);
        return group != null && group.assigned && group.participant != participant;
    }

    public void unassign(String id, Object participant) {
        LocalMessageGroup group = byId.get(id);
        if (group != null && group.participant == participant) {
            group.assigned = false;
            update(group);
        }
    }

    /**
     * Returns whether a member that was just taken may be delivered. Returns false if a return of the group has begun
     * since, even if it has ended.
     */
    public boolean mayDeliver(String id, long deliveryId) {
        LocalMessageGroup group = byId.get(id);
        return group != null
                && !returningIds.contains(id)
                && group.inFlight.containsKey(deliveryId)
                && !group.recalledIds.contains(deliveryId);
    }

    /** Records that a taken member is settled or being returned. */
    public void settled(String id, long deliveryId) {
        LocalMessageGroup group = byId.get(id);
        if (group != null) {
            group.inFlight.computeIfPresent(deliveryId, (same, times) -> times == 1 ? null : times - 1);
            group.recalledIds.retainAll(group.inFlight.keySet());
            update(group);
        }
    }

    // ---- group returns ----

    /**
     * Begins a group return because of the released delivery {@code first}; returns the prefetched members. Members
     * that arrive later {@linkplain #mustReturn must be returned}.
     */
    public List<PrefetchedMessage> takeMembers(String id, Delivery first) {
        LocalMessageGroup group = byId.computeIfAbsent(id, LocalMessageGroup::new);
        if (returningIds.add(id)) {
            group.returnPositions.clear();
            group.returnId = new Object();
        }
        group.returnPositions.merge(
                first.priority(), RetrievalPosition.of(first).before(), RetrievalPosition::earlier);
        List<PrefetchedMessage> members = List.copyOf(group.members);
        members.forEach(member -> remove(group, member));
        offer(group);
        return members;
    }

    /**
     * Records that a caller returns members of a group until {@link #returnEnded}.
     *
     * @return the ids of the members that applications have received
     */
    public Set<Long> beginReturn(String id) {
        LocalMessageGroup group = requireNonNull(byId.get(id), "group");
        group.pendingReturns++;
        group.recalledIds.addAll(group.inFlight.keySet());
        return Set.copyOf(group.inFlight.keySet());
    }

    /** Records that a caller has returned its members. */
    public void returnEnded(String id) {
        LocalMessageGroup group = byId.get(id);
        if (group != null && returningIds.contains(id)) {
            group.pendingReturns--;
            backInStore(group);
        }
    }

    private void backInStore(LocalMessageGroup group) {
        group.returnedAt = pendingAcquisitions.mark();
        if (blocked != null) {
            // The returned member may wait for redelivery, which the next fetch finds out.
            blocked.add(group.id);
        }
    }

    /**
     * Readmits returned groups when none of their earlier acquired members can arrive any more.
     *
     * @param rewind function that gets the positions after which searches may find returned members
     * @return the number of readmitted groups
     */
    public int readmit(Consumer<Map<Integer, RetrievalPosition>> rewind) {
        int back = 0;
        for (Iterator<String> ids = returningIds.iterator(); ids.hasNext(); ) {
            LocalMessageGroup group = requireNonNull(byId.get(ids.next()), "group");
            if (group.isStored() && pendingAcquisitions.isReached(group.returnedAt)) {
                ids.remove();
                back++;
                rewind.accept(group.returnPositions);
                update(group);
            }
        }
        return back;
    }

    /** Returns the group returns that need no further call of {@link #returnEnded}. */
    public Set<Object> returnsWithoutCallers() {
        Stream<LocalMessageGroup> ending = returningGroups().filter(group -> group.pendingReturns == 0);
        return ending.map(group -> group.returnId).collect(Collectors.toSet());
    }

    private Stream<LocalMessageGroup> returningGroups() {
        return returningIds.stream().map(id -> requireNonNull(byId.get(id), "group"));
    }

    // ---- pending acquisitions ----

    /** Confirms members whose pending acquisitions have ended. */
    public void confirmOrder() {
        for (Iterator<String> ids = unconfirmedIds.iterator(); ids.hasNext(); ) {
            LocalMessageGroup group = byId.get(ids.next());
            if (group == null) {
                ids.remove();
                continue;
            }
            group.unconfirmed.values().removeIf(pendingAcquisitions::isReached);
            offer(group);
            if (group.unconfirmed.isEmpty()) {
                ids.remove();
            }
        }
    }

    public boolean anyUnconfirmed() {
        return !unconfirmedIds.isEmpty();
    }

    // ---- the store ----

    /** Returns whether, since the last call, any group with enough members has fallen to the refill limit. */
    public boolean pollMoreWanted() {
        boolean wanted = moreWanted;
        moreWanted = false;
        return wanted;
    }

    /**
     * Returns the groups that fetches skip: groups with enough prefetched members, and groups that are being returned.
     */
    public Set<String> groupsNotToFetch() {
        if (fullIds.isEmpty() && returningIds.isEmpty()) {
            return Set.of();
        }
        Set<String> unwanted = new HashSet<>(fullIds);
        unwanted.addAll(returningIds);
        return unwanted;
    }

    public void setBlocked(Set<String> found) {
        blocked = new HashSet<>(found);
    }

    /**
     * Returns whether the group of a message allows a direct delivery. The store must have no members of the group that
     * this node skips.
     */
    public boolean mayDeliverDirectly(PrefetchedMessage directDelivery) {
        String id = directDelivery.groupId();
        if (id == null) {
            return true;
        }
        return blocked != null && !blocked.contains(id) && !returningIds.contains(id) && !fullIds.contains(id);
    }
}
