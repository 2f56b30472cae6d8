package dev.restante.node.dispatch;

import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Delivery;
import dev.restante.model.Uninterrupted;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The message groups of an entity, as those see them who have taken something: until it is settled or given back,
 * nobody else takes anything of its group (VIS-07).
 *
 * <p>Thread-safe.
 */
public final class GroupHolds {

    /**
     * The deliveries that go back to the store with one that came back.
     *
     * @param members were at hand, and nobody has them any more
     * @param inFlight the ids of what applications have of the group
     */
    public record Leaving(List<Buffered> members, Set<Long> inFlight) {}

    private final DispatchState state;

    GroupHolds(DispatchState state) {
        this.state = state;
    }

    /**
     * Whether a delivery that was just taken may be handed to its application; false if its group leaves: it must go
     * back.
     */
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

    /**
     * A party keeps a group, whether it has something of it or not.
     *
     * @return false if another one has it
     */
    public boolean keep(String groupId, Object party) {
        state.lock.lock();
        try {
            return state.buffer.groups().keep(groupId, party);
        } finally {
            state.lock.unlock();
        }
    }

    /** The same for the party of a receiver; false also if that is another one each time. */
    public boolean keep(String groupId, Seat seat) {
        return seat.party != ReceiverOptions.EACH_ALONE && keep(groupId, seat.party);
    }

    /** Whether somebody keeps a group, and it is not this party. */
    public boolean keptByOther(String groupId, @Nullable Object party) {
        state.lock.lock();
        try {
            return state.buffer.groups().keptByOther(groupId, party);
        } finally {
            state.lock.unlock();
        }
    }

    /** A party keeps a group no longer than it has something of it. */
    public void release(String groupId, Object party) {
        change(groups -> groups.release(groupId, party));
    }

    /** The same of the party of a receiver. */
    public void release(String groupId, Seat seat) {
        release(groupId, seat.party);
    }

    /** A delivery that was taken is settled, or on its way back. */
    public void ended(String groupId, long deliveryId) {
        change(groups -> groups.ended(groupId, deliveryId));
    }

    /** The same of several, of which some may belong to groups. */
    public void ended(List<Buffered> taken) {
        for (Buffered each : taken) {
            if (each.groupId() != null) {
                ended(each.groupId(), each.delivery().id());
            }
        }
    }

    private void change(Consumer<Groups> change) {
        List<Seat> woken;
        int limit;
        state.lock.lock();
        try {
            change.accept(state.buffer.groups());
            woken = state.andOthers(List.of());
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(limit);
    }

    /**
     * A delivery comes back, the first of those that do: its group leaves with it. The caller carries back what is
     * returned, and then calls {@link #left}.
     */
    public Leaving leave(String groupId, Delivery first) {
        state.lock.lock();
        try {
            List<Buffered> members = state.emptyGroup(groupId, first);
            return new Leaving(members, state.buffer.groups().departs(groupId));
        } finally {
            state.lock.unlock();
        }
    }

    /** What left is back in the store. */
    public void left(String groupId) {
        List<Seat> woken;
        int limit;
        state.lock.lock();
        try {
            state.buffer.groups().left(groupId);
            woken = state.groupsGoOn(List.of());
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(limit);
    }

    /** Somebody begins to ask whether there is anything for him now. */
    public GroupReturns returns() {
        return new GroupReturns(state);
    }

    /**
     * Waits, where something of a group is at hand that may not be received before others have come that are being
     * read, until these have.
     *
     * @return whether it did wait, so that there may be something now
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean awaitProof(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            if (!state.buffer.groups().anyUnproven()) {
                return false;
            }
            state.awaitComing(timeoutNanos);
            return true;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits until messages that no consumer had received, and that went back with the rest of their group, are in the
     * store. An interrupt does not end the wait.
     */
    public void awaitReturned(long timeoutNanos) {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (state.buffer.groups().anyAway() && remainingNanos > 0) {
                remainingNanos = Uninterrupted.awaitSignal(state.news, remainingNanos);
            }
        } finally {
            state.lock.unlock();
        }
    }
}
