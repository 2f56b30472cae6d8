package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.broker.dispatch.EntityDispatcher.FetchWait;
import dev.restante.broker.dispatch.Look;
import dev.restante.broker.dispatch.Seat;
import dev.restante.broker.expiry.Fate;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A receiver of this node: takes from the entity's dispatcher and puts what it takes under a lock. */
final class QueueReceiver implements Receiver {

    private final BrokerNode node;
    private final Entity opened;
    private final ReceiverOptions options;
    private final EntityDispatcher dispatcher;
    private final Seat seat;
    private final ReceiverQuota quota;

    QueueReceiver(BrokerNode node, Entity entity, ReceiverOptions options, Runnable wakeUp) {
        this.node = node;
        this.opened = entity;
        this.options = options;
        this.dispatcher = node.dispatchers().of(entity.id());
        this.seat = dispatcher.open(wakeUp, options.selector(), options.party());
        this.quota = new ReceiverQuota(
                node.locks().ofEntity(entity.id()), options.hold() != ReceiverOptions.Hold.RECEIVE_AND_DELETE, wakeUp);
        node.workers().receiverOpened(entity);
    }

    @Override
    public Entity entity() {
        return node.context().registry().current(opened);
    }

    @Override
    public @Nullable HeldDelivery poll(@Nullable Duration lockDuration) {
        while (true) {
            node.checkOpen();
            Entity entity = node.requireExisting(opened);
            if (entity.options().forwardTo() != null) {
                node.workers().forwarder().withdraw(entity, dispatcher, seat);
                return null;
            }
            if (!node.mayHandOver()) {
                dispatcher.stand(seat);
                if (!node.mayHandOver()) {
                    return null;
                }
            }
            if (quota.mustWait(entity)) {
                dispatcher.pause(seat);
                return null;
            }
            List<Buffered> expired = new ArrayList<>(0);
            Buffered taken = dispatcher.take(seat, node.context().time().millis(), expired);
            node.bufferReturns().expire(expired);
            HeldDelivery held = taken == null ? null : handOver(entity, taken, lockDuration);
            if (taken == null || held != null) {
                quota.passOn(entity);
                return held;
            }
        }
    }

    @Override
    public @Nullable HeldDelivery pollNow(@Nullable Duration lockDuration) {
        node.checkAlive();
        Entity entity = node.requireExisting(opened);
        if (entity.options().forwardTo() != null) {
            return poll(lockDuration);
        }
        if (quota.full(entity)) {
            ReceiverQuota.refuse(entity);
            return null;
        }
        if (options.selector() != null) {
            return pollMatch(lockDuration);
        }
        HeldDelivery held = poll(lockDuration);
        long timeoutNanos = node.context().settings().storeTimeout().toNanos();
        long startedNanos = System.nanoTime();
        FetchWait wait = FetchWait.ENDED;
        try {
            // What a fetch brought may have expired, or others may have taken it, so that there is more behind.
            while (held == null && wait == FetchWait.ENDED && node.mayHandOver()) {
                wait = dispatcher.replenishment().awaitFetch(timeoutNanos - (System.nanoTime() - startedNanos));
                held = poll(lockDuration);
                if (dispatcher.replenishment().exhausted()) {
                    break;
                }
            }
            if (held == null && dispatcher.groupHolds().awaitProof(timeoutNanos - (System.nanoTime() - startedNanos))) {
                held = poll(lockDuration);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (held == null) {
            foundNothing(wait);
        }
        return held;
    }

    /** Searches the store where it must; however long that takes, as long as it goes on. */
    private @Nullable HeldDelivery pollMatch(@Nullable Duration lockDuration) {
        HeldDelivery held = poll(lockDuration);
        FetchWait wait = FetchWait.ENDED;
        if (held == null) {
            try {
                Look look = dispatcher.searches().look(seat);
                while (held == null && wait == FetchWait.ENDED && node.mayHandOver()) {
                    wait = dispatcher
                            .searches()
                            .awaitMatch(
                                    look,
                                    node.context().settings().storeTimeout().toNanos());
                    held = poll(lockDuration);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (held == null) {
            foundNothing(wait);
        }
        return held;
    }

    private void foundNothing(FetchWait wait) {
        // Nobody waits here for a wake-up that could go to another receiver.
        pause();
        if (quota.full(entity())) {
            ReceiverQuota.refuse(entity());
        } else if (wait == FetchWait.FAILED || wait == FetchWait.TIMED_OUT) {
            throw new BrokerException(
                    BrokerException.Reason.STORE_UNAVAILABLE,
                    "The store can't say whether queue '" + opened.name() + "' has a message");
        }
    }

    @Override
    public void pause() {
        dispatcher.pause(seat);
        quota.pause(entity());
    }

    @Override
    public void close() {
        node.dispatchers().close(dispatcher, seat);
        quota.pause(entity());
    }

    /** Null if it can't be handed over after all: the next one is tried. */
    private @Nullable HeldDelivery handOver(Entity entity, Buffered taken, @Nullable Duration lockDuration) {
        if (!quota.enter(entity)) {
            putBack(taken);
            return null;
        }
        HeldDelivery held = null;
        try {
            held = lock(entity, taken, lockDuration);
        } catch (RuntimeException e) {
            putBack(taken);
            throw e;
        } finally {
            if (held == null) {
                quota.leave();
            }
        }
        if (held == null || options.hold() == ReceiverOptions.Hold.RECEIVE_AND_DELETE) {
            node.settlement().groups().ended(taken.delivery());
        } else if (!node.settlement().groups().mayHandOver(held)) {
            node.settlement().giveBack(List.of(held));
            return null;
        }
        return held;
    }

    private void putBack(Buffered taken) {
        if (taken.delivery().groupId() != null) {
            node.settlement().groups().putBack(taken);
        } else if (!node.dispatchers().putBack(taken)) {
            node.bufferReturns().giveBack(List.of(taken), false);
        }
    }

    private @Nullable HeldDelivery lock(Entity entity, Buffered taken, @Nullable Duration lockDuration) {
        Delivery delivery = taken.delivery();
        boolean attemptCounted = false;
        if (delivery.suspect() && taken.stored()) {
            delivery = countAttempt(entity, delivery);
            if (delivery == null) {
                return null;
            }
            attemptCounted = true;
        }
        if (options.hold() == ReceiverOptions.Hold.RECEIVE_AND_DELETE) {
            return delete(entity, delivery, taken, attemptCounted);
        }
        return node.locks()
                .hold(
                        entity,
                        delivery,
                        taken.message(),
                        taken.stored(),
                        attemptCounted,
                        lockDuration,
                        node.settlement().lockEnd(entity, options.hold(), lockDuration));
    }

    private @Nullable HeldDelivery delete(Entity entity, Delivery delivery, Buffered taken, boolean attemptCounted) {
        if (taken.stored()) {
            Outcome outcome = node.commits()
                    .execute(Work.removing(entity.id(), new Change.Complete(delivery.ref()), Operation.Misses.FAIL));
            if (!(outcome instanceof Outcome.Applied)) {
                return refused(outcome);
            }
        }
        return node.locks().settled(entity, delivery, taken.message(), taken.stored(), attemptCounted);
    }

    /**
     * Writes the attempt before the application gets a message that may have killed its JVM; at the limit it is dead-lettered instead.
     *
     * @return the delivery with its new count, or null if it is not to be handed over
     */
    private @Nullable Delivery countAttempt(Entity entity, Delivery suspect) {
        int limit = entity.options().maxDeliveryCount();
        if (!entity.isDeadLetterQueue() && suspect.deliveryCount() >= limit) {
            Fate fate = new Fate.DeliveredTooOften(suspect.deliveryCount());
            refused(node.commits().execute(node.returns().ofStored(entity, suspect, fate, null)));
            return null;
        }
        int count = suspect.deliveryCount() + 1;
        Outcome outcome = node.commits()
                .execute(Work.removing(
                        entity.id(), new Change.CountAttempt(suspect.ref(), count), Operation.Misses.FAIL));
        if (!(outcome instanceof Outcome.Applied)) {
            refused(outcome);
            return null;
        }
        return suspect.with(count, suspect.note());
    }

    private static @Nullable HeldDelivery refused(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            throw Refusals.of(failed.cause());
        }
        return null;
    }
}
