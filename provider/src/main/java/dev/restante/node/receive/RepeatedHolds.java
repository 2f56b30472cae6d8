package dev.restante.node.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.LockEnds;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.GroupHandling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks what a repeated receive returns (VIS-09). Whatever groups that is of: nobody gets more of these before all of
 * it is settled (VIS-07).
 */
final class RepeatedHolds {

    private final LockTable locks;
    private final GroupHandling groups;
    private final LockEnds lockEnds;
    private final Entity entity;
    private final @Nullable Duration lockDuration;
    private final Object party = new Object();
    private final List<HeldDelivery> held = new ArrayList<>();

    RepeatedHolds(
            LockTable locks, GroupHandling groups, LockEnds lockEnds, Entity entity, @Nullable Duration lockDuration) {
        this.locks = locks;
        this.groups = groups;
        this.lockEnds = lockEnds;
        this.entity = entity;
        this.lockDuration = lockDuration;
    }

    /** Locks one more; a place in flight has been taken for it. */
    void add(Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        groups.adopt(delivery, party);
        HeldDelivery again = locks.hold(
                entity,
                delivery,
                message,
                stored,
                attemptCounted,
                lockDuration,
                lockEnds.of(entity, Hold.LOCK_DURATION, lockDuration));
        groups.adopted(again);
        held.add(again);
    }

    /** Those that were added, in order. */
    List<HeldDelivery> held() {
        return held;
    }
}
