package dev.restante.broker.dispatch;

import dev.restante.model.Delivery;
import java.util.List;
import java.util.Set;

/**
 * The message groups of an entity, as those see them who have taken something: until it is settled or given back, nobody else takes anything of its group (VIS-07).
 *
 * <p>Thread-safe.
 */
public final class GroupHolds {

    /**
     * What goes back to the store with a delivery that came back.
     *
     * @param members were at hand, and nobody has them any more
     * @param inFlight the ids of what applications have of the group
     */
    public record Leaving(List<Buffered> members, Set<Long> inFlight) {}

    private final DispatchState state;

    GroupHolds(DispatchState state) {
        this.state = state;
    }

    /** Whether a delivery that was just taken may be handed to its application; false if its group leaves: it must go back. */
    public boolean mayHandOver(String groupId, long deliveryId) {
        state.lock.lock();
        try {
            return state.buffer.groups().mayHandOver(groupId, deliveryId);
        } finally {
            state.lock.unlock();
        }
    }

    /** A party has a delivery that it has not taken here: a receive was repeated. */
    public void adopt(String groupId, long deliveryId, Object party) {
        state.lock.lock();
        try {
            state.buffer.groups().adopt(groupId, deliveryId, party);
        } finally {
            state.lock.unlock();
        }
    }

    /** A delivery that was taken is settled, or on its way back. */
    public void ended(String groupId, long deliveryId) {
        List<Seat> woken;
        int limit;
        state.lock.lock();
        try {
            state.buffer.groups().ended(groupId, deliveryId);
            woken = state.andOthers(List.of());
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        DispatchState.wake(woken);
        state.start(limit);
    }

    /** A delivery comes back, the first of those that do: its group leaves with it. The caller carries back what is returned, and then calls {@link #left}. */
    public Leaving leave(String groupId, Delivery first) {
        state.lock.lock();
        try {
            Leaving leaving = state.buffer.groups().leave(groupId, first);
            for (Buffered member : leaving.members()) {
                state.lanes.giveUp(member);
            }
            if (!leaving.members().isEmpty()) {
                state.senders.roomMade();
            }
            return leaving;
        } finally {
            state.lock.unlock();
        }
    }

    /** What left is back in the store. */
    public void left(String groupId) {
        int limit;
        state.lock.lock();
        try {
            state.buffer.groups().left(groupId, state.fetches.begun(), state.lanes.steps());
            state.groupsComeBack();
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
    }
}
