package dev.restante.node.admin.message;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration.LockBreakOutcome;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.settle.DeliveryReleaser;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaker of locks for administrators: on this node directly, on other nodes by a request (BEY-04). Only the owner of a
 * delivery knows whether a consumer has locked it.
 */
public final class LockBreaker {

    private static final Logger LOG = LoggerFactory.getLogger(LockBreaker.class);

    private final NodeServices node;
    private final DeliveryReleaser releaser;
    private final NodeRequestChannel requestChannel;

    public LockBreaker(NodeServices node, DeliveryReleaser releaser, NodeRequestChannel requestChannel) {
        this.node = node;
        this.releaser = releaser;
        this.requestChannel = requestChannel;
    }

    public LockBreakOutcome breakLock(Entity entity, long sequenceNumber, Duration timeout) {
        Optional<InFlightDelivery> deliveries = held(entity.id(), sequenceNumber);
        if (deliveries.isPresent()) {
            if (!releaser.breakLock(deliveries.get())) {
                return LockBreakOutcome.NOT_LOCKED;
            }
            releaser.awaitReleasedFetched(entity.id());
            return LockBreakOutcome.BROKEN;
        }
        Optional<Delivery> elsewhere = stored(entity, sequenceNumber)
                .filter(delivery -> delivery.state() == DeliveryState.ACQUIRED
                        && delivery.ref().owner() != node.incarnation());
        if (elsewhere.isEmpty()) {
            return LockBreakOutcome.NOT_LOCKED;
        }
        Delivery asked = elsewhere.get();
        // A node inserts its row before it acquires deliveries. Names that are read after the delivery therefore
        // include its owner, unless the store does not know that incarnation.
        if (!node.store().membership().nodeNames().containsKey(asked.ref().owner())) {
            return releaser.releaseOwnerless(entity, asked) ? LockBreakOutcome.BROKEN : LockBreakOutcome.NOT_LOCKED;
        }
        OptionalLong answer = requestChannel.send(
                asked.ref().owner(),
                NodeRequestKind.BREAK_LOCK,
                entity.id(),
                sequenceNumber,
                null,
                timeout,
                () -> ownerHasLost(entity, asked));
        if (answer.isEmpty()) {
            return ownerHasLost(entity, asked) ? LockBreakOutcome.BROKEN : LockBreakOutcome.TIMED_OUT;
        }
        return answer.getAsLong() == 1 ? LockBreakOutcome.BROKEN : LockBreakOutcome.NOT_LOCKED;
    }

    /** Returns whether the owner has settled the delivery, or lost it because it was declared dead. */
    private boolean ownerHasLost(Entity entity, Delivery asked) {
        return stored(entity, asked.id())
                .filter(now -> now.ref().equals(asked.ref()))
                .isEmpty();
    }

    private Optional<Delivery> stored(Entity entity, long sequenceNumber) {
        return node.store().inspector().byIds(entity.id(), Set.of(sequenceNumber)).stream()
                .findFirst();
    }

    /** Breaks a lock of this node at the request of another node. */
    public boolean breakHere(long entityId, long sequenceNumber) {
        try {
            return held(entityId, sequenceNumber)
                    .filter(delivery -> releaser.breakLock(delivery))
                    .isPresent();
        } catch (BrokerException e) {
            // The lock is broken, and a later execution of the request would not find it. This node repeats the
            // release.
            LOG.debug("The release of message {} is not confirmed yet", sequenceNumber, e);
            return true;
        }
    }

    private Optional<InFlightDelivery> held(long entityId, long sequenceNumber) {
        return node.locks()
                .findHeld(sequenceNumber)
                .filter(delivery -> delivery.delivery().entityId() == entityId);
    }
}
