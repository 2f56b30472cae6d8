package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.body.NodeBodies;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.lock.LockTable;
import dev.restante.node.rule.Fate;
import dev.restante.node.settle.NodeSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands what a receiver has taken from its dispatcher to the application: under a lock, or as its last copy. Before
 * that it counts the attempt where the message may have killed its last receiver. What can't be handed over goes back.
 */
public final class HandOver {

    private final NodeContext context;
    private final Commits commits;
    private final Buffers buffers;
    private final LockTable locks;
    private final Returns returns;
    private final BufferReturns bufferReturns;
    private final NodeSettlement settlement;
    private final LockEnds lockEnds;
    private final NodeBodies bodies;

    public HandOver(
            NodeContext context,
            Commits commits,
            Buffers buffers,
            LockTable locks,
            Returns returns,
            BufferReturns bufferReturns,
            NodeSettlement settlement,
            LockEnds lockEnds,
            NodeBodies bodies) {
        this.context = context;
        this.commits = commits;
        this.buffers = buffers;
        this.locks = locks;
        this.returns = returns;
        this.bufferReturns = bufferReturns;
        this.settlement = settlement;
        this.lockEnds = lockEnds;
        this.bodies = bodies;
    }

    /**
     * Null if it can't be handed over after all: the next one is tried.
     *
     * @param keepsGroup asked before that; false if the receiver can't have the group where it should stay with it
     */
    @Nullable
    HeldDelivery handOver(
            ReceiverQuota quota,
            Entity entity,
            Buffered taken,
            Predicate<Buffered> keepsGroup,
            Hold hold,
            @Nullable Duration lockDuration) {
        // What gets a hold is looked at when it has it, because its group may leave until then.
        boolean recalled =
                hold == Hold.RECEIVE_AND_DELETE && !settlement.groups().mayHandOver(taken.delivery());
        if (recalled || !quota.enter(entity)) {
            putBack(taken);
            return null;
        }
        HeldDelivery held = null;
        try {
            if (!keepsGroup.test(taken)) {
                putBack(taken);
                return null;
            }
            held = lock(entity, taken, hold, lockDuration);
        } catch (RuntimeException e) {
            if (!inDoubt(e)) {
                putBack(taken);
            }
            throw e;
        } finally {
            if (held == null) {
                quota.leave();
            }
        }
        if (held == null || hold == Hold.RECEIVE_AND_DELETE) {
            settlement.groups().ended(taken.delivery());
        } else if (outlived(held)) {
            return null;
        } else if (!settlement.groups().mayHandOver(held)) {
            settlement.giveBack(List.of(held));
            return null;
        }
        return held;
    }

    /** Whether the node has joined anew since this was acquired: the lock table has ended the hold. */
    private boolean outlived(HeldDelivery held) {
        return held.state() == HeldDelivery.State.LOST && held.delivery().ref().owner() != context.incarnation();
    }

    private void putBack(Buffered taken) {
        if (taken.delivery().groupId() != null) {
            settlement.groups().putBack(taken);
        } else if (!buffers.putBack(taken)) {
            bufferReturns.giveBack(List.of(taken), false);
        }
    }

    private @Nullable HeldDelivery lock(Entity entity, Buffered taken, Hold hold, @Nullable Duration lockDuration) {
        if (buffers.replacedValues().discardIfReplaced(taken)) {
            return null;
        }
        Delivery delivery = taken.delivery();
        boolean attemptCounted = false;
        if (delivery.suspect() && taken.stored()) {
            delivery = countAttempt(entity, taken);
            if (delivery == null) {
                return null;
            }
            attemptCounted = true;
        }
        if (hold == Hold.RECEIVE_AND_DELETE) {
            return delete(entity, delivery, taken, attemptCounted);
        }
        return locks.hold(
                entity,
                delivery,
                taken.message(),
                taken.stored(),
                attemptCounted,
                lockDuration,
                lockEnds.of(entity, hold, lockDuration));
    }

    private @Nullable HeldDelivery delete(Entity entity, Delivery delivery, Buffered taken, boolean attemptCounted) {
        if (taken.stored()) {
            bodies.keep(delivery, taken.message());
            Outcome outcome = commits.execute(
                    Work.removing(entity.id(), new Change.Complete(delivery.ref()), Operation.Misses.FAIL));
            if (!(outcome instanceof Outcome.Applied)) {
                if (!(outcome instanceof Outcome.InDoubt)) {
                    bodies.notKept(delivery);
                }
                // If it is gone from the store after all, there is only this one left of it.
                Buffered last = new Buffered(delivery, taken.message(), false);
                return refused(outcome, known -> putBack(known instanceof Outcome.Applied ? last : taken));
            }
        }
        return locks.settled(entity, delivery, taken.message(), taken.stored(), attemptCounted);
    }

    /**
     * Writes the attempt before the application gets a message that may have killed its JVM; at the limit it is
     * dead-lettered instead.
     *
     * @return the delivery with its new count, or null if it is not to be handed over
     */
    private @Nullable Delivery countAttempt(Entity entity, Buffered taken) {
        Delivery suspect = taken.delivery();
        if (Fate.atLimit(entity, suspect.deliveryCount())) {
            Fate fate = new Fate.DeliveredTooOften(suspect.deliveryCount());
            Outcome outcome = commits.execute(returns.ofStored(entity, suspect, fate, null));
            refused(outcome, known -> {
                if (!(known instanceof Outcome.Applied)) {
                    putBack(taken);
                }
            });
            return null;
        }
        int count = suspect.countOneMore();
        Outcome outcome = commits.execute(
                Work.removing(entity.id(), new Change.CountAttempt(suspect.ref(), count), Operation.Misses.FAIL));
        if (!(outcome instanceof Outcome.Applied)) {
            // The count is a number, so that it may be written twice.
            refused(outcome, known -> putBack(taken));
            return null;
        }
        return suspect.with(count, suspect.note());
    }

    /**
     * It was not handed over, because somebody else has it or the store fails. Of a dead incarnation nothing is handed
     * over; the receiver goes on when the node has joined anew.
     *
     * @param whenKnown sees to what was taken, if it is in doubt for now
     */
    private static @Nullable HeldDelivery refused(Outcome outcome, Consumer<Outcome> whenKnown) {
        if (outcome instanceof Outcome.InDoubt doubt) {
            doubt.later().whenKnown(whenKnown);
            // Nothing of the receiver's is in doubt: it has got no message.
            throw new BrokerException(
                    BrokerException.Reason.STORE_UNAVAILABLE,
                    String.valueOf(doubt.cause().getMessage()),
                    doubt.cause());
        }
        if (outcome instanceof Outcome.Failed failed && failed.cause().kind() != StoreException.Kind.FENCED) {
            throw Refusals.of(failed.cause());
        }
        return null;
    }

    /** Whether nobody knows now what became of what was refused. */
    static boolean inDoubt(RuntimeException refusal) {
        return refusal instanceof BrokerException failed && failed.outcomeToken() != null;
    }
}
