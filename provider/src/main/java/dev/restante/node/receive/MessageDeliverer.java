package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.lastvalues.LastValueEvictor;
import dev.restante.node.feature.quota.ReceiverInFlightLimit;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.settle.NodeDeliverySettler;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Deliverer of taken messages to the application: locks or removes them, and returns messages that cannot be delivered.
 * If a message may have crashed its last receiver, it first counts the attempt in the store.
 */
public final class MessageDeliverer {

    private final NodeServices node;
    private final LastValueEvictor lastValueEvictor;
    private final NodeDeliverySettler settler;
    private final NodeLargeBodyStorage bodies;

    public MessageDeliverer(
            NodeServices node,
            LastValueEvictor lastValueEvictor,
            NodeDeliverySettler settler,
            NodeLargeBodyStorage bodies) {
        this.node = node;
        this.lastValueEvictor = lastValueEvictor;
        this.settler = settler;
        this.bodies = bodies;
    }

    /**
     * Delivers a message; returns null if this is impossible, so that the receiver tries the next message.
     *
     * @param claimGroup test before the delivery; false if the group must stay with a receiver and this one cannot have
     *     it
     */
    @Nullable
    InFlightDelivery deliver(
            ReceiverInFlightLimit inFlightLimit,
            Entity entity,
            PrefetchedMessage message,
            Predicate<PrefetchedMessage> claimGroup,
            ReceiveMode lockMode,
            @Nullable Duration lockDuration) {
        // A locked message is checked after it is locked, because its group return may begin until then.
        boolean recalled = lockMode == ReceiveMode.RECEIVE_AND_DELETE
                && !settler.groupSettlement().registerDelivery(message.delivery());
        if (recalled || !inFlightLimit.tryAdd(entity)) {
            putBack(message);
            return null;
        }
        InFlightDelivery delivery = null;
        try {
            if (!claimGroup.test(message)) {
                putBack(message);
                return null;
            }
            delivery = lock(entity, message, lockMode, lockDuration);
        } catch (RuntimeException e) {
            if (!isInDoubt(e)) {
                putBack(message);
            }
            throw e;
        } finally {
            if (delivery == null) {
                inFlightLimit.remove();
            }
        }
        if (delivery == null || lockMode == ReceiveMode.RECEIVE_AND_DELETE) {
            settler.groupSettlement().settled(message.delivery());
        } else if (acquiredByFormerIncarnation(delivery)) {
            return null;
        } else if (!settler.groupSettlement().registerDelivery(delivery)) {
            settler.returnUndelivered(List.of(delivery));
            return null;
        }
        return delivery;
    }

    /** Returns whether the node has rejoined since the delivery was acquired, which has ended its lock. */
    private boolean acquiredByFormerIncarnation(InFlightDelivery delivery) {
        return delivery.state() == InFlightDelivery.InFlightState.LOST
                && delivery.delivery().ref().owner() != node.incarnation();
    }

    private void putBack(PrefetchedMessage taken) {
        if (taken.delivery().groupId() != null) {
            settler.groupSettlement().returnWithGroup(taken);
        } else if (!node.prefetchBuffers().putBack(taken)) {
            node.prefetchReturner().returnToStore(List.of(taken), false);
        }
    }

    private @Nullable InFlightDelivery lock(
            Entity entity, PrefetchedMessage taken, ReceiveMode lockMode, @Nullable Duration lockDuration) {
        if (lastValueEvictor.dropIfReplaced(taken)) {
            return null;
        }
        Delivery delivery = taken.delivery();
        boolean attemptCounted = false;
        if (delivery.redeliverySuspected() && taken.hasRow()) {
            delivery = countAttempt(entity, taken);
            if (delivery == null) {
                return null;
            }
            attemptCounted = true;
        }
        if (lockMode == ReceiveMode.RECEIVE_AND_DELETE) {
            return delete(entity, delivery, taken, attemptCounted);
        }
        return node.locks()
                .lock(
                        entity,
                        delivery,
                        taken.message(),
                        taken.hasRow(),
                        attemptCounted,
                        lockDuration,
                        node.lockDeadlines().deadlineOf(entity, lockMode, lockDuration));
    }

    private @Nullable InFlightDelivery delete(
            Entity entity, Delivery delivery, PrefetchedMessage taken, boolean attemptCounted) {
        if (taken.hasRow()) {
            bodies.retain(delivery, taken.message());
            OperationOutcome outcome = node.committer()
                    .commit(ChangeSet.withoutArrivals(
                            entity.id(), new Change.Complete(delivery.ref()), MissedFencePolicy.FAIL_OPERATION));
            if (!(outcome instanceof OperationOutcome.Applied)) {
                if (!(outcome instanceof OperationOutcome.InDoubt)) {
                    bodies.release(delivery);
                }
                // If the completion was committed after all, this copy is the only one.
                PrefetchedMessage last = new PrefetchedMessage(delivery, taken.message(), false);
                return failedDelivery(
                        outcome, known -> putBack(known instanceof OperationOutcome.Applied ? last : taken));
            }
        }
        return node.locks().createSettled(entity, delivery, taken.message(), taken.hasRow(), attemptCounted);
    }

    /**
     * Counts the attempt in the store before the application gets a message that may have crashed its JVM. Dead-letters
     * the message at the delivery limit.
     *
     * @return the delivery with its new count, or null if it must not be delivered
     */
    private @Nullable Delivery countAttempt(Entity entity, PrefetchedMessage taken) {
        Delivery suspect = taken.delivery();
        if (DeliveryDisposition.atLimit(entity, suspect.deliveryCount())) {
            DeliveryDisposition disposition = new DeliveryDisposition.DeliveryLimitReached(suspect.deliveryCount());
            OperationOutcome outcome =
                    node.committer().commit(node.dispositionChanges().forRow(entity, suspect, disposition, null));
            failedDelivery(outcome, known -> {
                if (!(known instanceof OperationOutcome.Applied)) {
                    putBack(taken);
                }
            });
            return null;
        }
        int count = suspect.incrementedDeliveryCount();
        OperationOutcome outcome = node.committer()
                .commit(ChangeSet.withoutArrivals(
                        entity.id(), new Change.CountAttempt(suspect.ref(), count), MissedFencePolicy.FAIL_OPERATION));
        if (!(outcome instanceof OperationOutcome.Applied)) {
            // The change sets an absolute count, so it can be repeated.
            failedDelivery(outcome, known -> putBack(taken));
            return null;
        }
        return suspect.withCount(count, suspect.annotations());
    }

    /**
     * Handles a message that was not delivered, because another transaction changed it or the store failed. On a fenced
     * node, returns null; the receiver continues after the node rejoins.
     *
     * @param onKnown action with the outcome, called if the outcome was in doubt
     */
    private static @Nullable InFlightDelivery failedDelivery(
            OperationOutcome outcome, Consumer<OperationOutcome> onKnown) {
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            doubt.pending().onKnown(onKnown);
            // The receiver has got no message, so its own outcome is known.
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.STORE_UNAVAILABLE,
                    String.valueOf(doubt.cause().getMessage()),
                    doubt.cause());
        }
        if (outcome instanceof OperationOutcome.Failed failed
                && failed.cause().kind() != StoreException.StoreFailureKind.FENCED) {
            throw BrokerExceptions.of(failed.cause());
        }
        return null;
    }

    /** Returns whether the outcome of the failed operation is unknown. */
    public static boolean isInDoubt(RuntimeException refusal) {
        return refusal instanceof BrokerException failed && failed.outcomeToken() != null;
    }
}
