package dev.restante.node.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.FinalCheck;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.node.feature.groups.StickyGroupAssignments;
import dev.restante.node.feature.quota.ReceiverInFlightLimit;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.MatchCheck;
import dev.restante.node.queue.PendingGroupReturns;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of one consumer of a queue or subscription, which takes messages from the entity's dispatcher and locks
 * them. After the node rejoined, the receiver opens a slot at the new dispatcher.
 *
 * <p>Its monitor guards the replacement of the binding; everything else is used by one thread at a time.
 */
final class QueueReceiver implements Receiver {

    private final ReceiverServices services;
    private final Consumer<QueueReceiver> onClosed;
    private final ReceiverOptions options;
    private final WakeUpListener wakeUpListener;
    private final StickyGroupAssignments stickyGroups;
    private volatile ReceiverBinding binding;

    /** Reason why the receiver has ended; null while it can receive. */
    private volatile @Nullable BrokerException endedCause;

    @GuardedBy("this")
    private boolean closed;

    /** Opens a slot at the dispatcher. */
    QueueReceiver(
            ReceiverServices services,
            Entity entity,
            ReceiverOptions options,
            WakeUpListener wakeUpListener,
            Consumer<QueueReceiver> onClosed) {
        this.services = services;
        this.onClosed = onClosed;
        this.options = options;
        this.wakeUpListener = wakeUpListener;
        this.stickyGroups = new StickyGroupAssignments(services.node(), options.stickyGroups());
        this.binding = bind(entity);
    }

    private ReceiverBinding bind(Entity entity) {
        EntityDispatcher dispatcher = services.node().dispatchers().getOrOpen(entity.id());
        ConsumerSlot slot = dispatcher.openSlot(wakeUpListener, options.selector(), options.participant());
        // Other code applies status changes only to dispatchers that already exist.
        services.node().prefetchBuffers().applyStatus(entity.id(), dispatcher);
        return new ReceiverBinding(
                entity,
                dispatcher,
                slot,
                new ReceiverInFlightLimit(
                        services.node().locks().inFlight().of(entity.id()),
                        services.limitShares(),
                        options.lockMode() != ReceiverOptions.ReceiveMode.RECEIVE_AND_DELETE,
                        wakeUpListener));
    }

    /**
     * Moves the receiver to another dispatcher after the node rejoined.
     *
     * @param lostEntityIds the temporary destinations and non-durable subscriptions that this node has lost
     */
    void onRejoined(Set<Long> lostEntityIds) {
        synchronized (this) {
            if (closed) {
                return;
            }
            Entity opened = binding.entityAtOpen();
            if (lostEntityIds.contains(opened.id())) {
                endedCause = new BrokerException(
                        BrokerException.BrokerErrorReason.NODE_FENCED,
                        "'" + DisplayText.shorten(opened.name())
                                + "' was lost when this node was declared dead. Create it and its consumers again.");
            } else {
                rebindIfRejoined();
            }
        }
        wakeUpListener.run();
    }

    /** Opens a slot at the new dispatcher if the node has rejoined. */
    synchronized void rebindIfRejoined() {
        ReceiverBinding former = binding;
        Entity latest = services.recreatedEntities().current(former.entityAtOpen());
        if (!closed && former.dispatcher() != services.node().dispatchers().getOrOpen(latest.id())) {
            stickyGroups.onRejoined();
            binding = bind(latest);
            former.inFlightLimit().pause(latest);
        }
    }

    @Override
    public Entity entity() {
        return services.node().registry().current(binding.entityAtOpen());
    }

    @Override
    public @Nullable InFlightDelivery pollPrefetched(@Nullable Duration lockDuration) {
        while (true) {
            services.node().lifecycle().checkOpen();
            checkNotEnded();
            ReceiverBinding current = binding;
            Entity entity = services.node().entities().requireExisting(current.entityAtOpen());
            if (entity.unreadableReason() != null) {
                // A new call gets the reason as an exception; a waiting receiver continues when the entity is readable
                // again.
                current.dispatcher().park(current.slot());
                return null;
            }
            if (entity.options().forwardTo() != null) {
                services.prefetchForwarder().forwardPrefetched(entity, current.dispatcher(), current.slot());
                return null;
            }
            if (!services.node().lifecycle().canDeliver()) {
                current.dispatcher().park(current.slot());
                if (!services.node().lifecycle().canDeliver()) {
                    return null;
                }
            }
            if (current.inFlightLimit().mustWait(entity)) {
                services.delayedCompletions().startFor(entity.id());
                current.dispatcher().pauseSlot(current.slot());
                return null;
            }
            stickyGroups.applyOptions(entity, current.dispatcher().groups(), current.slot());
            List<PrefetchedMessage> expired = new ArrayList<>(0);
            PrefetchedMessage taken = current.dispatcher()
                    .take(current.slot(), services.node().storeClock().confirmedMillis(), expired);
            try {
                services.node().prefetchReturner().expire(expired);
            } finally {
                current.dispatcher().groups().settled(expired);
            }
            InFlightDelivery delivery = taken == null ? null : handOver(current, entity, taken, lockDuration);
            if (taken == null || delivery != null) {
                if (taken == null) {
                    services.delayedCompletions().startGroupsFor(entity.id());
                    if (options.selector() == null) {
                        services.newReceiverPoller().onReceiverWaiting(entity.id());
                    }
                }
                current.inFlightLimit().wakeNextIfFree(entity);
                return delivery;
            }
        }
    }

    private @Nullable InFlightDelivery handOver(
            ReceiverBinding binding, Entity entity, PrefetchedMessage taken, @Nullable Duration lockDuration) {
        try {
            return services.messageDeliverer()
                    .deliver(
                            binding.inFlightLimit(),
                            entity,
                            taken,
                            first -> stickyGroups.claim(
                                    entity, binding.dispatcher().groups(), binding.slot(), first),
                            options.lockMode(),
                            lockDuration);
        } finally {
            binding.dispatcher().prefetched().delivered(taken);
        }
    }

    private void checkNotEnded() {
        BrokerException why = endedCause;
        if (why != null) {
            throw new BrokerException(why.reason(), String.valueOf(why.getMessage()), why);
        }
    }

    @Override
    public @Nullable InFlightDelivery pollOrFetch(@Nullable Duration lockDuration) {
        services.node().lifecycle().awaitValidLease();
        checkNotEnded();
        Entity entity = services.node().entities().requireUsable(binding.entityAtOpen());
        if (entity.options().forwardTo() != null) {
            return pollPrefetched(lockDuration);
        }
        if (!services.node().context().mayReceive(entity.id())) {
            return null;
        }
        services.delayedCompletions().completeGroupsFor(entity.id());
        long startedNanos = System.nanoTime();
        long timeoutNanos = CallTimeBudget.remaining(
                SaturatingTime.toNanos(services.node().settings().storeTimeout()));
        InFlightDelivery delivery;
        do {
            if (binding.inFlightLimit().isFull(entity)) {
                services.delayedCompletions().completeFor(entity.id());
            }
            if (binding.inFlightLimit().isFullNow(entity)) {
                binding.inFlightLimit().throwLimitReached(entity);
                return null;
            }
            delivery = options.selector() != null ? pollAfterSearch(lockDuration) : pollAfterFetch(lockDuration);
            // Another node may have got the free slot meanwhile (VIS-12), so the loop acquires another one.
        } while (delivery == null
                && binding.inFlightLimit().isFull(entity())
                && System.nanoTime() - startedNanos < timeoutNanos);
        if (delivery == null && binding.inFlightLimit().isFull(entity())) {
            binding.inFlightLimit().throwLimitReached(entity());
        }
        return delivery;
    }

    /** Polls, and waits for fetches if necessary. */
    private @Nullable InFlightDelivery pollAfterFetch(@Nullable Duration lockDuration) {
        InFlightDelivery delivery = pollPrefetched(lockDuration);
        long timeoutNanos = CallTimeBudget.remaining(
                SaturatingTime.toNanos(services.node().settings().storeTimeout()));
        long startedNanos = System.nanoTime();
        FetchWaitResult result = FetchWaitResult.ENDED;
        EntityDispatcher dispatcher = binding.dispatcher();
        PendingGroupReturns pendingReturns = dispatcher.groups().pendingReturns();
        try {
            // Fetched messages may have expired or gone to other receivers, so the store may have more.
            while (delivery == null && result == FetchWaitResult.ENDED && mayTake(dispatcher)) {
                result = dispatcher.fetches().awaitFetch(timeoutNanos - (System.nanoTime() - startedNanos));
                delivery = pollPrefetched(lockDuration);
                if (dispatcher.fetches().storeExhausted()) {
                    break;
                }
                dispatcher = binding.dispatcher();
            }
            if (delivery == null && pendingReturns.await(timeoutNanos - (System.nanoTime() - startedNanos))) {
                // The fetch may have skipped groups that were being returned.
                result = binding.dispatcher().fetches().awaitFetch(timeoutNanos - (System.nanoTime() - startedNanos));
                delivery = pollPrefetched(lockDuration);
            }
            if (delivery == null
                    && dispatcher.groups().awaitConfirmedOrder(timeoutNanos - (System.nanoTime() - startedNanos))) {
                delivery = pollPrefetched(lockDuration);
            }
        } catch (InterruptedException e) {
            return pollInterrupted(lockDuration, e);
        }
        if (delivery == null) {
            onNothingFound(result);
        }
        return delivery;
    }

    /** Polls, and searches the store if necessary; waits as long as the search makes progress. */
    private @Nullable InFlightDelivery pollAfterSearch(@Nullable Duration lockDuration) {
        InFlightDelivery delivery = pollPrefetched(lockDuration);
        FetchWaitResult result = FetchWaitResult.ENDED;
        if (delivery == null) {
            ReceiverBinding current = binding;
            long timeoutNanos =
                    SaturatingTime.toNanos(services.node().settings().storeTimeout());
            try {
                MatchCheck check = current.dispatcher().searches().beginCheck(current.slot());
                while (delivery == null && result == FetchWaitResult.ENDED && mayTake(current.dispatcher())) {
                    if (!current.equals(binding)) {
                        current = binding;
                        check = current.dispatcher().searches().beginCheck(current.slot());
                    }
                    result = current.dispatcher().searches().awaitMatch(check, timeoutNanos);
                    delivery = pollPrefetched(lockDuration);
                }
            } catch (InterruptedException e) {
                return pollInterrupted(lockDuration, e);
            }
        }
        if (delivery == null) {
            onNothingFound(result);
        }
        return delivery;
    }

    /**
     * Polls once more after an interrupt. Throws if no message is prefetched, because without the store the answer null
     * is uncertain.
     */
    private InFlightDelivery pollInterrupted(@Nullable Duration lockDuration, InterruptedException interrupt) {
        Thread.currentThread().interrupt();
        InFlightDelivery delivery = pollPrefetched(lockDuration);
        if (delivery == null) {
            stopPolling();
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.INTERRUPTED,
                    "The thread was interrupted while it checked whether queue '"
                            + DisplayText.shorten(binding.entityAtOpen().name())
                            + "' has a message. No message was received.",
                    interrupt);
        }
        return delivery;
    }

    /** Returns whether a fetch or search could bring a message. */
    private boolean mayTake(EntityDispatcher dispatcher) {
        return services.node().lifecycle().canDeliver() && !dispatcher.pause().isPaused();
    }

    @Override
    public FinalCheck finalCheck() {
        return new ReceiverFinalCheck(
                () -> binding,
                options.selector() != null,
                this::receiveCapacity,
                services.node().lifecycle()::canDeliver,
                binding.entityAtOpen().name(),
                services.node().settings().storeTimeout());
    }

    /** Acquires in-flight slots that the store may have for this node. */
    private ReceiverFinalCheck.ReceiveCapacity receiveCapacity() {
        Entity entity = entity();
        if (entity.options().forwardTo() != null || !services.node().context().mayReceive(entity.id())) {
            return ReceiverFinalCheck.ReceiveCapacity.NONE;
        } else if (!binding.inFlightLimit().isFull(entity)
                || !services.node().lifecycle().canDeliver()) {
            return ReceiverFinalCheck.ReceiveCapacity.AVAILABLE;
        }
        return binding.inFlightLimit().isFullNow(entity)
                ? ReceiverFinalCheck.ReceiveCapacity.NONE
                : ReceiverFinalCheck.ReceiveCapacity.FREED;
    }

    /** Throws if the store could not tell that there is no message. A full in-flight limit is left to the caller. */
    private void onNothingFound(FetchWaitResult result) {
        // This call has ended its wait, so a wake-up must go to another receiver.
        stopPolling();
        boolean unable = result == FetchWaitResult.FAILED
                || result == FetchWaitResult.TIMED_OUT
                || !services.node().lifecycle().canDeliver();
        if (unable && !binding.inFlightLimit().isFull(entity())) {
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.STORE_UNAVAILABLE,
                    "Restante could not check whether queue '"
                            + DisplayText.shorten(binding.entityAtOpen().name())
                            + "' has a message because the store does not answer");
        }
    }

    @Override
    public void stopPolling() {
        ReceiverBinding current = binding;
        current.dispatcher().pauseSlot(current.slot());
        current.inFlightLimit().pause(entity());
    }

    @Override
    public void close() {
        ReceiverBinding current;
        synchronized (this) {
            closed = true;
            current = binding;
        }
        onClosed.accept(this);
        Runnable released = stickyGroups.close(entity(), current.dispatcher().groups(), current.slot());
        services.node().prefetchBuffers().close(entity().id(), current.dispatcher(), current.slot());
        // The prefetched messages of these groups are in the store now.
        released.run();
        current.inFlightLimit().pause(entity());
    }
}
