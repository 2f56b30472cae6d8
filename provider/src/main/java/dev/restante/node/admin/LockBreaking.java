package dev.restante.node.admin;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration.LockBreak;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.core.NodeContext;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Releasing;
import dev.restante.store.NodeRequestRepository.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The breaking of locks by administrators (BEY-04): those of this node in its lock table, those of others by asking
 * them. Only the owner of a delivery knows whether an application has it.
 */
public final class LockBreaking {

    private final NodeContext context;
    private final LockTable locks;
    private final Releasing releasing;
    private final NodeRequests requests;

    public LockBreaking(NodeContext context, LockTable locks, Releasing releasing, NodeRequests requests) {
        this.context = context;
        this.locks = locks;
        this.releasing = releasing;
        this.requests = requests;
    }

    LockBreak breakLock(Entity entity, long sequenceNumber, Duration timeout) {
        Optional<HeldDelivery> held = held(entity.id(), sequenceNumber);
        if (held.isPresent()) {
            if (!releasing.breakLock(held.get())) {
                return LockBreak.NOT_LOCKED;
            }
            releasing.awaitFront(entity.id());
            return LockBreak.BROKEN;
        }
        Optional<Delivery> elsewhere = stored(entity, sequenceNumber)
                .filter(delivery -> delivery.state() == DeliveryState.ACQUIRED
                        && delivery.ref().owner() != context.incarnation());
        if (elsewhere.isEmpty()) {
            return LockBreak.NOT_LOCKED;
        }
        Delivery asked = elsewhere.get();
        // Read after the delivery: a node enters its row before it acquires anything.
        if (!context.store().membership().names().containsKey(asked.ref().owner())) {
            return releasing.releaseStray(entity, asked) ? LockBreak.BROKEN : LockBreak.NOT_LOCKED;
        }
        OptionalLong answer = requests.ask(
                asked.ref().owner(),
                Kind.BREAK_LOCK,
                entity.id(),
                sequenceNumber,
                null,
                timeout,
                () -> hasLost(entity, asked));
        if (answer.isEmpty()) {
            return hasLost(entity, asked) ? LockBreak.BROKEN : LockBreak.TIMED_OUT;
        }
        return answer.getAsLong() == 1 ? LockBreak.BROKEN : LockBreak.NOT_LOCKED;
    }

    /** The owner has settled it, or died and was declared dead. */
    private boolean hasLost(Entity entity, Delivery asked) {
        return stored(entity, asked.id())
                .filter(now -> now.ref().equals(asked.ref()))
                .isEmpty();
    }

    private Optional<Delivery> stored(Entity entity, long sequenceNumber) {
        return context.store().inspector().find(entity.id(), Set.of(sequenceNumber)).stream()
                .findFirst();
    }

    /** Breaks a lock of this node; whether there was one. */
    public boolean here(long entityId, long sequenceNumber) {
        return held(entityId, sequenceNumber)
                .filter(held -> releasing.breakLock(held))
                .isPresent();
    }

    private Optional<HeldDelivery> held(long entityId, long sequenceNumber) {
        return locks.find(sequenceNumber).filter(held -> held.delivery().entityId() == entityId);
    }
}
