package dev.restante.node.feature.attempts;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.groups.order.GroupSettlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locker that gives new locks to messages when an application repeats a receive to get the same messages (VIS-07,
 * VIS-09). Until all of them are settled, no consumer gets further messages of their groups.
 */
final class RepeatedReceiveLocker {

    private final NodeServices node;
    private final GroupSettlement groupSettlement;
    private final Entity entity;
    private final @Nullable Duration lockDuration;
    private final Object participant = new Object();
    private final List<InFlightDelivery> deliveries = new ArrayList<>();

    RepeatedReceiveLocker(
            NodeServices node, GroupSettlement groupSettlement, Entity entity, @Nullable Duration lockDuration) {
        this.node = node;
        this.groupSettlement = groupSettlement;
        this.entity = entity;
        this.lockDuration = lockDuration;
    }

    /** Locks a message, for which the caller has taken an in-flight slot. */
    void add(Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        groupSettlement.addRepeated(delivery, participant);
        InFlightDelivery again = node.locks()
                .lock(
                        entity,
                        delivery,
                        message,
                        stored,
                        attemptCounted,
                        lockDuration,
                        node.lockDeadlines().deadlineOf(entity, ReceiveMode.LOCK_DURATION, lockDuration));
        groupSettlement.repeatLocked(again);
        deliveries.add(again);
    }

    List<InFlightDelivery> deliveries() {
        return deliveries;
    }
}
