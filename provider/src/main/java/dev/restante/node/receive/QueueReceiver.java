package dev.restante.node.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.FinalLook;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.FetchWait;
import dev.restante.node.dispatch.GroupReturns;
import dev.restante.node.dispatch.Look;
import dev.restante.node.dispatch.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of this node: takes from the entity's dispatcher and puts what it takes under a lock. When the node has
 * joined anew it takes a seat at the dispatcher that there is then.
 *
 * <p>Its monitor guards where it sits; it is used by one thread at a time otherwise.
 */
final class QueueReceiver implements Receiver {

    private final ReceiverServices services;
    private final Consumer<QueueReceiver> whenClosed;
    private final ReceiverOptions options;
    private final WakeUp wakeUp;
    private final StickyGroups sticky;
    private volatile ReceiverPlace place;

    /** Why it receives nothing any more; null if it does. */
    private volatile @Nullable BrokerException ended;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Sits down.
     *
     * @param wakeUp given when there may be something to receive
     * @param whenClosed told once
     */
    QueueReceiver(
            ReceiverServices services,
            Entity entity,
            ReceiverOptions options,
            WakeUp wakeUp,
            Consumer<QueueReceiver> whenClosed) {
        this.services = services;
        this.whenClosed = whenClosed;
        this.options = options;
        this.wakeUp = wakeUp;
        this.sticky = new StickyGroups(services, options.keepsGroups());
        this.place = sitDown(entity);
    }

    private ReceiverPlace sitDown(Entity entity) {
        EntityDispatcher dispatcher = services.dispatchers().of(entity.id());
        Seat seat = dispatcher.open(wakeUp, options.selector(), options.party());
        // Others do that for the dispatchers that there are.
        services.buffers().noticeStatus(entity.id(), dispatcher);
        return new ReceiverPlace(
                entity,
                dispatcher,
                seat,
                new ReceiverQuota(
                        services.locks().holds().ofEntity(entity.id()),
                        services.quotaShares(),
                        options.hold() != ReceiverOptions.Hold.RECEIVE_AND_DELETE,
                        wakeUp));
    }

    /**
     * The node has joined anew: what it receives from now on comes from another dispatcher.
     *
     * @param lost the entities that the node had to itself, or for as long as it used them, and that are no longer
     *     there for it
     */
    void goOn(Set<Long> lost) {
        synchronized (this) {
            if (closed) {
                return;
            }
            Entity opened = place.opened();
            if (lost.contains(opened.id())) {
                ended = new BrokerException(
                        BrokerException.Reason.NODE_FENCED,
                        "'" + ShownText.of(opened.name())
                                + "' was lost when this node was declared dead. Make it, and its consumers, anew.");
            } else {
                moveIfOutlived();
            }
        }
        wakeUp.run();
    }

    /** Takes another seat if the node has joined anew since it took this one. */
    synchronized void moveIfOutlived() {
        ReceiverPlace former = place;
        Entity latest = services.remade().latest(former.opened());
        if (!closed && former.dispatcher() != services.dispatchers().of(latest.id())) {
            sticky.outlived();
            place = sitDown(latest);
            former.quota().pause(latest);
        }
    }

    @Override
    public Entity entity() {
        return services.context().registry().current(place.opened());
    }

    @Override
    public @Nullable HeldDelivery poll(@Nullable Duration lockDuration) {
        while (true) {
            services.life().checkOpen();
            checkNotEnded();
            ReceiverPlace at = place;
            Entity entity = services.entities().requireExisting(at.opened());
            if (entity.unreadable() != null) {
                // Who asks anew is told why; who waits goes on when it can be read again.
                at.dispatcher().stand(at.seat());
                return null;
            }
            if (entity.options().forwardTo() != null) {
                services.withdrawal().withdraw(entity, at.dispatcher(), at.seat());
                return null;
            }
            if (!services.life().mayHandOver()) {
                at.dispatcher().stand(at.seat());
                if (!services.life().mayHandOver()) {
                    return null;
                }
            }
            if (at.quota().mustWait(entity)) {
                services.lingerings().hurry(entity.id());
                at.dispatcher().pause(at.seat());
                return null;
            }
            sticky.noticeOptions(entity, at);
            List<Buffered> expired = new ArrayList<>(0);
            Buffered taken =
                    at.dispatcher().take(at.seat(), services.context().time().certainMillis(), expired);
            try {
                services.bufferReturns().expire(expired);
            } finally {
                at.dispatcher().groupHolds().ended(expired);
            }
            HeldDelivery held = taken == null ? null : handOver(at, entity, taken, lockDuration);
            if (taken == null || held != null) {
                if (taken == null) {
                    services.lingerings().hurryGroups(entity.id());
                    if (options.selector() == null) {
                        services.earlyLooks().waits(entity.id());
                    }
                }
                at.quota().passOn(entity);
                return held;
            }
        }
    }

    private @Nullable HeldDelivery handOver(
            ReceiverPlace at, Entity entity, Buffered taken, @Nullable Duration lockDuration) {
        try {
            return services.handOver()
                    .handOver(
                            at.quota(),
                            entity,
                            taken,
                            first -> sticky.keep(entity, at, first),
                            options.hold(),
                            lockDuration);
        } finally {
            at.dispatcher().contents().handedOver(taken);
        }
    }

    private void checkNotEnded() {
        BrokerException why = ended;
        if (why != null) {
            throw new BrokerException(why.reason(), String.valueOf(why.getMessage()), why);
        }
    }

    @Override
    public @Nullable HeldDelivery pollNow(@Nullable Duration lockDuration) {
        services.life().requireProven();
        checkNotEnded();
        Entity entity = services.entities().requireUsable(place.opened());
        if (entity.options().forwardTo() != null) {
            return poll(lockDuration);
        }
        if (!services.context().mayReceive(entity.id())) {
            return null;
        }
        services.lingerings().completeGroupsOf(entity.id());
        long startedNanos = System.nanoTime();
        long timeoutNanos = Spans.nanos(services.context().settings().storeTimeout());
        HeldDelivery held;
        do {
            if (place.quota().full(entity)) {
                services.lingerings().completeOf(entity.id());
            }
            if (place.quota().fullForNow(entity)) {
                ReceiverQuota.refuse(entity);
                return null;
            }
            held = options.selector() != null ? pollMatch(lockDuration) : pollFetched(lockDuration);
            // The place that was there may have been given to another node meanwhile (VIS-12): one is taken anew.
        } while (held == null && place.quota().full(entity()) && System.nanoTime() - startedNanos < timeoutNanos);
        if (held == null && place.quota().full(entity())) {
            ReceiverQuota.refuse(entity());
        }
        return held;
    }

    /** Waits for a fetch where it must. */
    private @Nullable HeldDelivery pollFetched(@Nullable Duration lockDuration) {
        HeldDelivery held = poll(lockDuration);
        long timeoutNanos = Spans.nanos(services.context().settings().storeTimeout());
        long startedNanos = System.nanoTime();
        FetchWait wait = FetchWait.ENDED;
        EntityDispatcher dispatcher = place.dispatcher();
        GroupReturns returns = dispatcher.groupHolds().returns();
        try {
            // What a fetch brought may have expired, or others may have taken it, so that there is more behind.
            while (held == null && wait == FetchWait.ENDED && mayTake(dispatcher)) {
                wait = dispatcher.replenishment().awaitFetch(timeoutNanos - (System.nanoTime() - startedNanos));
                held = poll(lockDuration);
                if (dispatcher.replenishment().exhausted()) {
                    break;
                }
                dispatcher = place.dispatcher();
            }
            if (held == null && returns.await(timeoutNanos - (System.nanoTime() - startedNanos))) {
                // The fetch may have passed over what was coming back.
                wait = place.dispatcher().replenishment().awaitFetch(timeoutNanos - (System.nanoTime() - startedNanos));
                held = poll(lockDuration);
            }
            if (held == null && dispatcher.groupHolds().awaitProof(timeoutNanos - (System.nanoTime() - startedNanos))) {
                held = poll(lockDuration);
            }
        } catch (InterruptedException e) {
            return pollInterrupted(lockDuration, e);
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
            ReceiverPlace at = place;
            long timeoutNanos = Spans.nanos(services.context().settings().storeTimeout());
            try {
                Look look = at.dispatcher().searches().look(at.seat());
                while (held == null && wait == FetchWait.ENDED && mayTake(at.dispatcher())) {
                    if (!at.equals(place)) {
                        at = place;
                        look = at.dispatcher().searches().look(at.seat());
                    }
                    wait = at.dispatcher().searches().awaitMatch(look, timeoutNanos);
                    held = poll(lockDuration);
                }
            } catch (InterruptedException e) {
                return pollInterrupted(lockDuration, e);
            }
        }
        if (held == null) {
            foundNothing(wait);
        }
        return held;
    }

    /** Takes what is at hand when an interrupt ends the look at the store. Without its answer null would be a guess. */
    private HeldDelivery pollInterrupted(@Nullable Duration lockDuration, InterruptedException interrupt) {
        Thread.currentThread().interrupt();
        HeldDelivery held = poll(lockDuration);
        if (held == null) {
            pause();
            throw new BrokerException(
                    BrokerException.Reason.INTERRUPTED,
                    "The thread was interrupted while it looked whether queue '"
                            + ShownText.of(place.opened().name()) + "' has a message; nothing was received",
                    interrupt);
        }
        return held;
    }

    /** Whether a look at the store could bring anything. */
    private boolean mayTake(EntityDispatcher dispatcher) {
        return services.life().mayHandOver() && !dispatcher.pauses().now();
    }

    @Override
    public FinalLook finalLook() {
        return new ReceiverLook(
                () -> place,
                options.selector() != null,
                this::room,
                services.life()::mayHandOver,
                place.opened().name(),
                services.context().settings().storeTimeout());
    }

    /** Places of the quota that the store may have for this node are taken. */
    private ReceiverLook.Room room() {
        Entity entity = entity();
        if (entity.options().forwardTo() != null || !services.context().mayReceive(entity.id())) {
            return ReceiverLook.Room.NONE;
        } else if (!place.quota().full(entity) || !services.life().mayHandOver()) {
            return ReceiverLook.Room.THERE;
        }
        return place.quota().fullForNow(entity) ? ReceiverLook.Room.NONE : ReceiverLook.Room.MADE;
    }

    /** Fails where the store can't say that there is nothing; where the quota is used up, the caller looks at that. */
    private void foundNothing(FetchWait wait) {
        // Nobody waits here for a wake-up that could go to another receiver.
        pause();
        boolean unable = wait == FetchWait.FAILED
                || wait == FetchWait.TIMED_OUT
                || !services.life().mayHandOver();
        if (unable && !place.quota().full(entity())) {
            throw new BrokerException(
                    BrokerException.Reason.STORE_UNAVAILABLE,
                    "The store can't say whether queue '"
                            + ShownText.of(place.opened().name()) + "' has a message");
        }
    }

    @Override
    public void pause() {
        ReceiverPlace at = place;
        at.dispatcher().pause(at.seat());
        at.quota().pause(entity());
    }

    @Override
    public void close() {
        ReceiverPlace at;
        synchronized (this) {
            closed = true;
            at = place;
        }
        whenClosed.accept(this);
        Runnable released = sticky.close(entity(), at);
        services.buffers().close(at.dispatcher(), at.seat());
        // Now that what waited here of these groups is back.
        released.run();
        at.quota().pause(entity());
    }
}
