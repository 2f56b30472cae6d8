package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Uninterruptibles;
import dev.restante.store.Operation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivery that a receive call has returned and that is completed when the application continues (RCV-17).
 *
 * <p>Thread-safe without a lock. The thread that changes the state from {@code WAITING} to {@code COMPLETING} completes
 * the delivery, and all other threads wait. If the store fails, the state becomes {@code WAITING} again for a later
 * attempt by the node.
 */
public final class NodeDelayedCompletion implements DelayedCompletion {

    private enum DelayedCompletionState {
        WAITING,
        COMPLETING,
        /** The delivery is completed, or its lock is lost. */
        ENDED
    }

    /** Handler that executes completions and retries them. */
    interface DelayedCompletionHandler {
        void complete(InFlightDelivery delivery);

        void completeAsync(
                InFlightDelivery delivery,
                Operation.OperationUrgency urgency,
                Consumer<@Nullable BrokerException> onDone);

        void schedule(NodeDelayedCompletion completion);

        void remove(NodeDelayedCompletion completion);

        /** Returns the instant of the next attempt after a failure of the store. */
        long nextAttemptMillis();

        long waitTimeoutNanos();

        /** Logs that a completion takes longer than {@link #waitTimeoutNanos}. */
        void logSlow(InFlightDelivery delivery);
    }

    private final DelayedCompletionHandler owner;
    private final InFlightDelivery delivery;
    private final Consumer<@Nullable BrokerException> onDone;
    private final AtomicReference<DelayedCompletionState> state = new AtomicReference<>(DelayedCompletionState.WAITING);
    private final AtomicBoolean notified = new AtomicBoolean();

    /** Latch that opens after the first attempt. */
    private final CountDownLatch attempted = new CountDownLatch(1);

    private volatile long dueMillis;

    NodeDelayedCompletion(
            DelayedCompletionHandler owner,
            InFlightDelivery delivery,
            Consumer<@Nullable BrokerException> onDone,
            long dueMillis) {
        this.owner = owner;
        this.delivery = delivery;
        this.onDone = onDone;
        this.dueMillis = dueMillis;
    }

    public InFlightDelivery delivery() {
        return delivery;
    }

    long dueMillis() {
        return dueMillis;
    }

    @Override
    public void complete() {
        if (state.compareAndSet(DelayedCompletionState.WAITING, DelayedCompletionState.COMPLETING)) {
            BrokerException failure = null;
            try {
                owner.complete(delivery);
            } catch (BrokerException failed) {
                failure = failed;
            } catch (RuntimeException unexpected) {
                failure = new BrokerException(
                        BrokerErrorReason.STORE_FAILED,
                        "Message " + delivery.sequenceNumber() + " cannot be completed",
                        unexpected);
            }
            ended(failure);
        } else {
            awaitAttempt(System.nanoTime() + owner.waitTimeoutNanos());
        }
    }

    @Override
    public void completeAsync() {
        completeAsync(Operation.OperationUrgency.YIELDING);
    }

    void completeAsync(Operation.OperationUrgency urgency) {
        if (state.compareAndSet(DelayedCompletionState.WAITING, DelayedCompletionState.COMPLETING)) {
            try {
                owner.completeAsync(delivery, urgency, this::ended);
            } catch (RuntimeException unexpected) {
                ended(new BrokerException(
                        BrokerErrorReason.STORE_FAILED,
                        "Message " + delivery.sequenceNumber() + " cannot be completed",
                        unexpected));
            }
        }
    }

    /**
     * Waits for the end of the first attempt.
     *
     * @param endNanos the end of the wait, by {@link System#nanoTime}
     */
    void awaitAttempt(long endNanos) {
        boolean inTime = Uninterruptibles.await(
                endNanos - System.nanoTime(), leftNanos -> attempted.await(leftNanos, TimeUnit.NANOSECONDS));
        if (!inTime) {
            owner.logSlow(delivery);
        }
    }

    private void ended(@Nullable BrokerException failure) {
        boolean again = failure != null && delivery.locked() && mayPassLater(failure);
        if (again) {
            dueMillis = owner.nextAttemptMillis();
            state.set(DelayedCompletionState.WAITING);
            owner.schedule(this);
        } else {
            state.set(DelayedCompletionState.ENDED);
            owner.remove(this);
        }
        try {
            if (notified.compareAndSet(false, true)) {
                onDone.accept(failure);
            }
        } finally {
            attempted.countDown();
        }
    }

    /** Returns whether a later attempt can succeed. */
    private static boolean mayPassLater(BrokerException failure) {
        return switch (failure.reason()) {
            case STORE_UNAVAILABLE, OUTCOME_UNKNOWN -> true;
            default -> false;
        };
    }
}
