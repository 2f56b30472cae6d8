package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.broker.lock.HeldDelivery.State;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.GroupMode;
import dev.restante.model.LateSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Completes what an application had until its lock ran out, where the entity allows that and nobody else has received it (VIS-08).
 *
 * <p>Where it can be by then: still in the hands of this node, because the release is under way; available in the store, or in its back-off there; or in this node's buffer again. In all of these the
 * acquisition, which counts up with each acquiring, proves that nobody had it in between. Whatever another node has acquired counts as received, and so does what went back from its buffer: the
 * store can't tell the difference.
 */
final class LateCompletion {

    /** How often it looks whether what goes back has come to the store. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long FETCH_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final BrokerNode node;

    LateCompletion(BrokerNode node) {
        this.node = node;
    }

    /** Whether a late completion of it may pass: its entity allows that, and it has not expired. */
    boolean allowed(HeldDelivery held) {
        Entity entity = node.context().registry().current(held.entity());
        return entity.options().lateSettlement() == LateSettlement.ALLOW_IF_UNCLAIMED
                && entity.options().groups() != GroupMode.REQUIRED
                && ExpiryRule.deadline(entity, held.delivery())
                        > node.context().time().millis();
    }

    /**
     * Completes one whose lock has been ended.
     *
     * @return false if it is somebody else's, gone, or not allowed; nothing was changed then
     * @throws BrokerException if the store fails; nothing was changed
     */
    boolean complete(HeldDelivery held) {
        if (!allowed(held) || !held.transition(State.LOST, State.SETTLING)) {
            return false;
        }
        boolean completed = false;
        try {
            completed =
                    recalled(held) || stillOurs(held) || inTheStore(held) || loadedMeanwhile(held) || givenBack(held);
            return completed;
        } finally {
            held.transition(State.SETTLING, completed ? State.SETTLED : State.LOST);
        }
    }

    /** This node has fetched it again, and no receiver has got it. */
    private boolean recalled(HeldDelivery held) {
        Buffered buffered = dispatcher(held).recall().take(waiting -> cameBackUnseen(held, waiting));
        if (buffered == null) {
            return false;
        }
        if (!buffered.stored()) {
            return true;
        }
        boolean removed = false;
        try {
            removed = applied(Work.removing(
                    buffered.delivery().entityId(),
                    new Change.Complete(buffered.delivery().ref()),
                    Operation.Misses.FAIL));
            return removed;
        } finally {
            if (!removed && !node.dispatchers().putBack(buffered)) {
                node.bufferReturns().giveBack(List.of(buffered), false);
            }
        }
    }

    /** What came back once has been acquired once more, or has its count one up where there is no row to acquire. */
    private static boolean cameBackUnseen(HeldDelivery held, Buffered waiting) {
        Delivery delivery = waiting.delivery();
        if (delivery.id() != held.sequenceNumber()) {
            return false;
        }
        return waiting.stored()
                ? delivery.ref().acquisition() == releasedAcquisition(held) + 1
                : delivery.deliveryCount() > held.delivery().deliveryCount()
                        && delivery.deliveryCount() == held.countAfterRelease();
    }

    private static int releasedAcquisition(HeldDelivery held) {
        return held.stored() ? held.delivery().ref().acquisition() : 0;
    }

    /** Its release has not reached the store. */
    private boolean stillOurs(HeldDelivery held) {
        return held.stored() && applied(SettlementWorks.completed(held));
    }

    /** Nobody has acquired it; acquired like this it can be completed, and given back if that fails. */
    private boolean inTheStore(HeldDelivery held) {
        DeliveryRef former = held.delivery().ref();
        DeliveryRef released = new DeliveryRef(
                former.id(),
                held.stored() ? former.messageId() : former.id(),
                !held.stored() || former.sole(),
                DeliveryRef.NOBODY,
                releasedAcquisition(held));
        return completed(held, released);
    }

    /** Completes what nobody owns. */
    private boolean completed(HeldDelivery held, DeliveryRef released) {
        long entityId = held.delivery().entityId();
        long incarnation = node.context().incarnation();
        Change acquire = new Change.Acquire(
                released, entityId, incarnation, held.delivery().groupId());
        if (!applied(Work.removing(entityId, acquire, Operation.Misses.FAIL))
                && !applied(removing(entityId, List.of(new Change.Promote(released), acquire)))) {
            return false;
        }
        DeliveryRef acquired = released.acquiredBy(incarnation);
        boolean removed = false;
        try {
            removed = applied(Work.removing(entityId, new Change.Complete(acquired), Operation.Misses.FAIL));
            return removed;
        } finally {
            if (!removed) {
                Work back = new Work(
                        entityId,
                        List.of(new Change.GiveBack(acquired)),
                        Operation.Misses.SKIP,
                        List.of(entityId),
                        false,
                        Delivery.NEVER);
                node.commits().submit(back, Operation.Urgency.NOW, outcome -> node.pending()
                        .watch(back, outcome));
            }
        }
    }

    private static Work removing(long entityId, List<Change> changes) {
        return new Work(entityId, changes, Operation.Misses.FAIL, List.of(), false, Delivery.NEVER);
    }

    /** A fetch that was under way may have brought it. */
    private boolean loadedMeanwhile(HeldDelivery held) {
        try {
            dispatcher(held).recall().awaitLoading(FETCH_WAIT_NANOS);
            return recalled(held);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * A fetch had brought it, and nobody wanted it any more: it is on its way back, or there. Whoever had received it in between would have been counted, so the count proves that nobody
     * has; where deliveries do not count, nothing does.
     */
    private boolean givenBack(HeldDelivery held) {
        Entity entity = node.context().registry().current(held.entity());
        long startedNanos = System.nanoTime();
        while (!entity.options().lockDuration().isZero()) {
            Delivery now = node.context().store().inspector().find(entity.id(), Set.of(held.sequenceNumber())).stream()
                    .findFirst()
                    .orElse(null);
            if (now == null || now.suspect() || now.deliveryCount() != held.countAfterRelease()) {
                return false;
            }
            if (!now.ref().owned()) {
                return now.state() != DeliveryState.DEFERRED && completed(held, now.ref());
            }
            boolean onItsWay = now.ref().owner() == node.context().incarnation()
                    && node.locks().find(now.id()).isEmpty();
            if (onItsWay && recalled(held)) {
                return true;
            }
            if (!onItsWay || System.nanoTime() - startedNanos > FETCH_WAIT_NANOS) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        return false;
    }

    private EntityDispatcher dispatcher(HeldDelivery held) {
        return node.dispatchers().of(held.delivery().entityId());
    }

    private boolean applied(Work work) {
        Outcome outcome = node.commits().execute(work);
        @Nullable BrokerException refusal = Refusals.of(outcome);
        if (refusal != null && refusal.reason() != BrokerException.Reason.LOCK_LOST) {
            throw refusal;
        }
        return refusal == null;
    }
}
