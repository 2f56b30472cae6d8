package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.Uninterrupted;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.lock.LockTable;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.option.LateSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Completes what an application had until its lock ran out, where the entity allows that and nobody else has received
 * it (VIS-08).
 *
 * <p>Where it can be by then: still in the hands of this node, because the release is under way; available in the
 * store, or in its back-off there; or in this node's buffer again. In all of these the acquisition, which counts up
 * with each acquiring, proves that nobody had it in between. Whatever another node has acquired counts as received, and
 * so does what went back from its buffer: the store can't tell the difference.
 */
public final class LateCompletion {

    /** How often it looks whether what goes back has come to the store. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long FETCH_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final LockTable locks;
    private final PendingReturns pending;
    private final BufferReturns bufferReturns;

    public LateCompletion(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            LockTable locks,
            PendingReturns pending,
            BufferReturns bufferReturns) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.locks = locks;
        this.pending = pending;
        this.bufferReturns = bufferReturns;
    }

    /** Whether a late completion of it may pass: its entity allows that, and it has not expired. */
    boolean allowed(HeldDelivery held) {
        Entity entity = context.registry().current(held.entity());
        return entity.options().lateSettlement() == LateSettlement.ALLOW_IF_UNCLAIMED
                && !entity.options().groupsRequired()
                && ExpiryRule.deadline(entity, held.delivery()) > context.time().certainMillis();
    }

    /**
     * Completes one whose lock has been ended.
     *
     * @return false if it is somebody else's, gone, or not allowed; nothing was changed then
     * @throws BrokerException if the store fails; nothing was changed, unless that is in doubt
     */
    boolean complete(HeldDelivery held) {
        if (!allowed(held) || !locks.beginCompletingLost(held)) {
            return false;
        }
        boolean completed = false;
        try {
            completed = recalled(held) || stillOurs(held) || unclaimed(held);
            if (completed && held.delivery().groupId() != null) {
                // The rest of its group may have waited for its redelivery.
                dispatchers.disturb(held.delivery().entityId());
            }
            return completed;
        } finally {
            locks.endCompletingLost(held, completed);
        }
    }

    /** This node has fetched it again, and no receiver has got it. */
    private boolean recalled(HeldDelivery held) {
        Buffered buffered = dispatcher(held).contents().take(waiting -> cameBackUnseen(held, waiting));
        if (buffered == null) {
            return false;
        }
        if (!buffered.stored()) {
            return true;
        }
        boolean removed = false;
        boolean inDoubt = false;
        try {
            removed = applied(Work.removing(
                    buffered.delivery().entityId(),
                    new Change.Complete(buffered.delivery().ref()),
                    Operation.Misses.FAIL));
            return removed;
        } catch (BrokerException e) {
            inDoubt = e.outcomeToken() != null;
            throw e;
        } finally {
            // Nobody receives it here before it is known whether it was removed; the fence tells.
            if (!removed && (inDoubt || !buffers.putBack(buffered))) {
                bufferReturns.giveBack(List.of(buffered), false);
            }
        }
    }

    private boolean cameBackUnseen(HeldDelivery held, Buffered waiting) {
        Delivery delivery = waiting.delivery();
        if (delivery.id() != held.sequenceNumber() || !sameStay(held, delivery)) {
            return false;
        }
        return waiting.stored()
                ? unseen(held, delivery, 1)
                : delivery.deliveryCount() > held.delivery().deliveryCount()
                        && delivery.deliveryCount() == held.countAfterRelease();
    }

    /** False if it was moved since: dead-lettered, and redriven. */
    private static boolean sameStay(HeldDelivery held, Delivery now) {
        return now.enqueuedAt() == held.delivery().enqueuedAt();
    }

    /**
     * Whether nobody has received it since. The acquisition proves it where it was not acquired, or only by this node
     * for its buffer. Otherwise the count does, because whoever had received it would have been counted; unless
     * deliveries do not count.
     */
    private boolean unseen(HeldDelivery held, Delivery now, int acquiredSince) {
        boolean counted = !context.registry()
                        .current(held.entity())
                        .options()
                        .lockDuration()
                        .isZero()
                && !now.suspect();
        return now.ref().acquisition() == releasedAcquisition(held) + acquiredSince
                || (counted && now.deliveryCount() == held.countAfterRelease());
    }

    private static int releasedAcquisition(HeldDelivery held) {
        return held.stored() ? held.delivery().ref().acquisition() : 0;
    }

    /** Its release has not reached the store. */
    private boolean stillOurs(HeldDelivery held) {
        return held.stored() && applied(SettlementWorks.completed(held));
    }

    /**
     * Completes it where it is now, if nobody has received it since; waits where it is on its way: a fetch is loading
     * it, or gives back what nobody wants any more.
     */
    private boolean unclaimed(HeldDelivery held) {
        long startedNanos = System.nanoTime();
        while (System.nanoTime() - startedNanos < FETCH_WAIT_NANOS) {
            Delivery now =
                    context.store().inspector().find(held.delivery().entityId(), Set.of(held.sequenceNumber())).stream()
                            .findFirst()
                            .orElse(null);
            boolean setAside = now != null && now.state() == DeliveryState.DEFERRED && !held.deferred();
            if (now == null || setAside || !sameStay(held, now)) {
                return false;
            }
            if (!now.ref().owned()) {
                if (!unseen(held, now, 0)) {
                    return false;
                }
                if (completed(now)) {
                    return true;
                }
            } else if (now.ref().owner() != context.incarnation()
                    || locks.find(now.id()).isPresent()) {
                return false;
            } else if (recalled(held)) {
                return true;
            }
            Uninterrupted.pause(LOOK_AGAIN_NANOS);
        }
        return false;
    }

    /** Completes what nobody owns: acquires it with its fence, and gives it back if that fails. */
    private boolean completed(Delivery unowned) {
        DeliveryRef released = unowned.ref();
        long entityId = unowned.entityId();
        long incarnation = context.incarnation();
        List<Change> acquiring = new ArrayList<>(2);
        if (unowned.state() == DeliveryState.SCHEDULED) {
            acquiring.add(new Change.Promote(released, entityId));
        }
        acquiring.add(
                unowned.state() == DeliveryState.DEFERRED
                        ? new Change.Reacquire(released, incarnation)
                        : new Change.Acquire(released, entityId, incarnation, unowned.groupId()));
        DeliveryRef acquired = released.acquiredBy(incarnation);
        Work back = new Work(
                entityId,
                List.of(new Change.GiveBack(acquired)),
                Operation.Misses.SKIP,
                List.of(entityId),
                false,
                Delivery.NEVER);
        Outcome outcome =
                commits.execute(new Work(entityId, acquiring, Operation.Misses.FAIL, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.InDoubt doubt) {
            doubt.later().whenKnown(known -> {
                if (known instanceof Outcome.Applied) {
                    pending.submit(List.of(back));
                }
            });
        }
        if (!Refusals.applied(outcome)) {
            return false;
        }
        boolean removed = false;
        try {
            removed = applied(Work.removing(entityId, new Change.Complete(acquired), Operation.Misses.FAIL));
            return removed;
        } finally {
            if (!removed) {
                pending.submit(List.of(back));
            }
        }
    }

    private EntityDispatcher dispatcher(HeldDelivery held) {
        return dispatchers.of(held.delivery().entityId());
    }

    private boolean applied(Work work) {
        return Refusals.applied(commits.execute(work));
    }
}
