package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.SaturatingTime;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of messages that receive calls returned, which completes them after a delay, or immediately if a receiver
 * needs their group or in-flight slot (RCV-17). They are few, because each session completes its messages when it
 * continues. The locks last until settlement and do not end meanwhile.
 *
 * <p>Thread-safe without a lock. A waiting receiver registers first, and then starts the pending completions. A new
 * completion registers first, and then looks for waiting receivers. Therefore, no receiver waits for a completion that
 * has not started.
 */
public final class DelayedCompletions {

    private static final Logger LOG = LoggerFactory.getLogger(DelayedCompletions.class);

    /** Longest time until the timer starts a completion. */
    private static final long MAX_DELAY_MILLIS = 1_000;

    /** Margin that exceeds the time of a failing store call. */
    private static final long WAIT_MARGIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeServices node;
    private final NodeDeliverySettler settler;
    private final NodeScheduler.ScheduledTask task;
    private final Set<NodeDelayedCompletion> all = ConcurrentHashMap.newKeySet();
    private final NodeDelayedCompletion.DelayedCompletionHandler owner = new NodeDelayedCompletionHandler();
    private volatile boolean closed;

    public DelayedCompletions(NodeServices node, NodeDeliverySettler settler, NodeScheduler scheduler) {
        this.node = node;
        this.settler = settler;
        this.task = scheduler.task("delayed completions", this::completeDue);
    }

    /**
     * Registers a completion, which is due after one second or a third of the lock duration, whichever is shorter.
     * Starts it immediately if a receiver waits for it.
     */
    public NodeDelayedCompletion add(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onDone) {
        long third = SaturatingTime.toMillis(delivery.lockDuration(delivery.entity())) / 3;
        NodeDelayedCompletion completion = new NodeDelayedCompletion(
                owner,
                delivery,
                onDone,
                SaturatingTime.plus(node.storeClock().monotonicMillis(), Math.min(MAX_DELAY_MILLIS, third)));
        all.add(completion);
        if (receiverWaitsFor(delivery)) {
            completion.completeAsync(Operation.OperationUrgency.NOW);
        } else {
            owner.schedule(completion);
        }
        if (closed) {
            completion.complete();
        }
        return completion;
    }

    private boolean receiverWaitsFor(InFlightDelivery delivery) {
        long entityId = delivery.delivery().entityId();
        if (node.locks().inFlight().of(entityId).anyWaiting()) {
            return true;
        }
        if (delivery.delivery().groupId() == null) {
            return false;
        }
        EntityDispatcher dispatcher = node.dispatchers().find(entityId);
        return dispatcher != null && dispatcher.anyWaiting();
    }

    /** Starts the completions of an entity to free in-flight slots for a waiting receiver. */
    public void startFor(long entityId) {
        startFor(delivery -> delivery.delivery().entityId() == entityId);
    }

    /** Starts the completions of groups of an entity, which may block the groups for a waiting receiver. */
    public void startGroupsFor(long entityId) {
        startFor(delivery -> isGrouped(delivery, entityId));
    }

    private static boolean isGrouped(InFlightDelivery delivery, long entityId) {
        return delivery.delivery().groupId() != null && delivery.delivery().entityId() == entityId;
    }

    private void startFor(Predicate<InFlightDelivery> behind) {
        if (all.isEmpty()) {
            return;
        }
        for (NodeDelayedCompletion each : all) {
            if (behind.test(each.delivery())) {
                each.completeAsync(Operation.OperationUrgency.NOW);
            }
        }
    }

    /** Executes the completions of an entity. Waits until each completion has succeeded or failed once. */
    public void completeFor(long entityId) {
        completeAll(delivery -> delivery.delivery().entityId() == entityId);
    }

    /** Executes the completions of groups of an entity, and waits as {@link #completeFor} does. */
    public void completeGroupsFor(long entityId) {
        completeAll(delivery -> isGrouped(delivery, entityId));
    }

    private void completeAll(Predicate<InFlightDelivery> wanted) {
        if (all.isEmpty()) {
            return;
        }
        List<NodeDelayedCompletion> completed =
                all.stream().filter(each -> wanted.test(each.delivery())).toList();
        completed.forEach(each -> each.completeAsync(Operation.OperationUrgency.NOW));
        long endNanos = System.nanoTime() + waitTimeoutNanos();
        completed.forEach(each -> each.awaitAttempt(endNanos));
    }

    /** Executes all completions before the node closes. */
    public void close() {
        closed = true;
        completeAll(delivery -> true);
    }

    private void completeDue() {
        long nowMillis = node.storeClock().monotonicMillis();
        List<NodeDelayedCompletion> due = new ArrayList<>();
        long next = NodeScheduler.NEVER;
        for (NodeDelayedCompletion each : all) {
            if (each.dueMillis() <= nowMillis) {
                due.add(each);
            } else {
                next = Math.min(next, each.dueMillis());
            }
        }
        // First, so that the timer runs again even if a completion fails.
        task.scheduleNoLaterThanMonotonic(next);
        due.forEach(NodeDelayedCompletion::completeAsync);
    }

    private long waitTimeoutNanos() {
        return CallTimeBudget.remaining(
                SaturatingTime.plus(SaturatingTime.toNanos(node.settings().storeTimeout()), WAIT_MARGIN_NANOS));
    }

    private final class NodeDelayedCompletionHandler implements NodeDelayedCompletion.DelayedCompletionHandler {
        @Override
        public void schedule(NodeDelayedCompletion completion) {
            task.scheduleNoLaterThanMonotonic(completion.dueMillis());
        }

        @Override
        public void remove(NodeDelayedCompletion completion) {
            all.remove(completion);
        }

        @Override
        public long nextAttemptMillis() {
            return SaturatingTime.plus(node.storeClock().monotonicMillis(), MAX_DELAY_MILLIS);
        }

        @Override
        public long waitTimeoutNanos() {
            return DelayedCompletions.this.waitTimeoutNanos();
        }

        @Override
        public void complete(InFlightDelivery delivery) {
            settler.complete(List.of(delivery));
        }

        @Override
        public void completeAsync(
                InFlightDelivery delivery,
                Operation.OperationUrgency urgency,
                Consumer<@Nullable BrokerException> onDone) {
            settler.completeAsync(delivery, urgency, onDone);
        }

        @Override
        public void logSlow(InFlightDelivery delivery) {
            LOG.warn(
                    "The completion of message {} of '{}' takes longer than the store timeout",
                    delivery.sequenceNumber(),
                    DisplayText.shorten(delivery.entity().name()));
        }
    }
}
