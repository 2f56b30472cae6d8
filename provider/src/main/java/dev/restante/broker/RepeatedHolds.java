package dev.restante.broker;

import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Locks what a repeated receive returns (VIS-09). Whatever groups that is of: nobody gets more of these before all of it is settled (VIS-07). */
final class RepeatedHolds {

    private final BrokerNode node;
    private final Entity entity;
    private final @Nullable Duration lockDuration;
    private final Object party = new Object();
    private final List<HeldDelivery> held = new ArrayList<>();

    RepeatedHolds(BrokerNode node, Entity entity, @Nullable Duration lockDuration) {
        this.node = node;
        this.entity = entity;
        this.lockDuration = lockDuration;
    }

    /** Locks one more; a place in flight has been taken for it. */
    void add(Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        GroupHandling groups = node.settlement().groups();
        groups.adopt(delivery, party);
        HeldDelivery again = node.locks()
                .hold(
                        entity,
                        delivery,
                        message,
                        stored,
                        attemptCounted,
                        lockDuration,
                        node.settlement().lockEnd(entity, Hold.LOCK_DURATION, lockDuration));
        groups.adopted(again);
        held.add(again);
    }

    /** Those that were added, in order. */
    List<HeldDelivery> held() {
        return held;
    }
}
