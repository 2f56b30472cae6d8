package dev.restante.node.queue;

import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Delivery;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.group.GroupLockRegistry;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Thread-safe facade of {@link GroupLockRegistry}, through which other packages assign message groups to consumers,
 * report settled messages, and return groups to the store (VIS-07). Until a taken message is settled or returned, no
 * other participant (consumer or session) can take a message of its group.
 */
public final class GroupCoordinator {

    /**
     * Members of a group that must be returned to the store together with a released member.
     *
     * @param members the prefetched members
     * @param inFlight the ids of the members that applications have received
     */
    public record GroupMembersToReturn(List<PrefetchedMessage> members, Set<Long> inFlight) {}

    private final DispatchState state;

    GroupCoordinator(DispatchState state) {
        this.state = state;
    }

    /**
     * Returns whether a delivery that was just taken may be delivered to its application. If its group is being
     * returned, the delivery must also be returned.
     */
    public boolean mayDeliver(String groupId, long deliveryId) {
        state.lock.lock();
        try {
            return state.noSelectorBuffer.groupLocks().mayDeliver(groupId, deliveryId);
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that a participant has received a delivery that it has not taken here, by a repeated receive. */
    public void addInFlight(String groupId, long deliveryId, Object participant) {
        state.lock.lock();
        try {
            state.noSelectorBuffer.groupLocks().addInFlight(groupId, deliveryId, participant);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Assigns a group to a participant, even without messages in flight.
     *
     * @return false if another participant holds the group
     */
    public boolean assign(String groupId, Object participant) {
        state.lock.lock();
        try {
            return state.noSelectorBuffer.groupLocks().assign(groupId, participant);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Assigns a group to the participant of a receiver; returns false also for a receiver with a new participant for
     * each message.
     */
    public boolean assign(String groupId, ConsumerSlot slot) {
        return slot.participant != ReceiverOptions.ONE_MESSAGE_PER_GROUP && assign(groupId, slot.participant);
    }

    public boolean assignedToOther(String groupId, @Nullable Object participant) {
        state.lock.lock();
        try {
            return state.noSelectorBuffer.groupLocks().assignedToOther(groupId, participant);
        } finally {
            state.lock.unlock();
        }
    }

    /** Ends the assignment of a group; the participant holds the group only until its messages are settled. */
    public void unassign(String groupId, Object participant) {
        change(groupLocks -> groupLocks.unassign(groupId, participant));
    }

    public void unassign(String groupId, ConsumerSlot slot) {
        unassign(groupId, slot.participant);
    }

    /** Records that a taken delivery is settled or being returned. */
    public void settled(String groupId, long deliveryId) {
        change(groupLocks -> groupLocks.settled(groupId, deliveryId));
    }

    public void settled(List<PrefetchedMessage> taken) {
        for (PrefetchedMessage each : taken) {
            if (each.groupId() != null) {
                settled(each.groupId(), each.delivery().id());
            }
        }
    }

    private void change(Consumer<GroupLockRegistry> change) {
        List<ConsumerSlot> woken;
        int limit;
        state.lock.lock();
        try {
            change.accept(state.noSelectorBuffer.groupLocks());
            woken = state.withSelectorSlots(List.of());
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(limit);
    }

    /**
     * Begins a group return, because {@code first} is released. The caller returns the members, and then calls
     * {@link #returnEnded}.
     */
    public GroupMembersToReturn beginReturn(String groupId, Delivery first) {
        state.lock.lock();
        try {
            List<PrefetchedMessage> members = state.takeGroupMembers(groupId, first);
            return new GroupMembersToReturn(
                    members, state.noSelectorBuffer.groupLocks().beginReturn(groupId));
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that the members are back in the store. */
    public void returnEnded(String groupId) {
        List<ConsumerSlot> woken;
        int limit;
        state.lock.lock();
        try {
            state.noSelectorBuffer.groupLocks().returnEnded(groupId);
            woken = state.readmitReturnedGroups(List.of());
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(limit);
    }

    /** Returns the group returns that are pending when a receiver asks for messages. */
    public PendingGroupReturns pendingReturns() {
        return new PendingGroupReturns(state);
    }

    /**
     * Waits for pending acquisitions, if they may bring earlier members of prefetched groups.
     *
     * @return true if the call waited, so that a message may be receivable now
     */
    public boolean awaitConfirmedOrder(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            if (!state.noSelectorBuffer.groupLocks().anyUnconfirmed()) {
                return false;
            }
            state.awaitPendingAcquisitions(timeoutNanos);
            return true;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits until messages that were prefetched, and that are returned with their group, are in the store. An interrupt
     * does not end the wait.
     */
    public void awaitReturned(long timeoutNanos) {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (state.noSelectorBuffer.groupLocks().anyReturning() && remainingNanos > 0) {
                remainingNanos = Uninterruptibles.awaitSignal(state.changed, remainingNanos);
            }
        } finally {
            state.lock.unlock();
        }
    }
}
