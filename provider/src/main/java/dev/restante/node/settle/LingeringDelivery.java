package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import dev.restante.model.Uninterrupted;
import dev.restante.store.Operation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that a receive call has returned and nobody has completed yet, and whoever completes it (RCV-17).
 *
 * <p>Thread-safe without a lock: whoever takes the step out of {@code WAITING} completes it, and all others wait for
 * that. Where the store fails it waits again, and the node tries it again.
 */
public final class LingeringDelivery implements Lingering {

    private enum State {
        /** Nobody completes it yet. */
        WAITING,
        /** Somebody does. */
        COMPLETING,
        /** It is completed, or its lock is lost. */
        ENDED
    }

    /** Completes what lingers, and tries it again. */
    interface Owner {
        /** Waits for the store. */
        void complete(HeldDelivery held);

        /** Does not. */
        void begin(HeldDelivery held, Operation.Urgency urgency, Consumer<@Nullable BrokerException> whenDone);

        /** It waits to be completed when it is due. */
        void watch(LingeringDelivery lingering);

        /** It has ended. */
        void forget(LingeringDelivery lingering);

        /** When it is tried again after the store has failed. */
        long dueAgain();

        /** How long somebody waits for it at most. */
        long patienceNanos();

        /** Somebody has waited as long as that. */
        void late(HeldDelivery held);
    }

    private final Owner owner;
    private final HeldDelivery held;
    private final Consumer<@Nullable BrokerException> whenDone;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final AtomicBoolean told = new AtomicBoolean();

    /** Open until it has been tried once. */
    private final CountDownLatch tried = new CountDownLatch(1);

    private volatile long dueMillis;

    LingeringDelivery(Owner owner, HeldDelivery held, Consumer<@Nullable BrokerException> whenDone, long dueMillis) {
        this.owner = owner;
        this.held = held;
        this.whenDone = whenDone;
        this.dueMillis = dueMillis;
    }

    public HeldDelivery held() {
        return held;
    }

    /** When it is completed if nobody does so before. */
    long dueMillis() {
        return dueMillis;
    }

    @Override
    public void complete() {
        if (state.compareAndSet(State.WAITING, State.COMPLETING)) {
            BrokerException failure = null;
            try {
                owner.complete(held);
            } catch (BrokerException failed) {
                failure = failed;
            } catch (RuntimeException unexpected) {
                failure = new BrokerException(
                        Reason.STORE_FAILED, "message " + held.sequenceNumber() + " can't be completed", unexpected);
            }
            ended(failure);
        } else {
            awaitTried(System.nanoTime() + owner.patienceNanos());
        }
    }

    @Override
    public void begin() {
        begin(Operation.Urgency.YIELDING);
    }

    void begin(Operation.Urgency urgency) {
        if (state.compareAndSet(State.WAITING, State.COMPLETING)) {
            try {
                owner.begin(held, urgency, this::ended);
            } catch (RuntimeException unexpected) {
                ended(new BrokerException(
                        Reason.STORE_FAILED, "message " + held.sequenceNumber() + " can't be completed", unexpected));
            }
        }
    }

    /**
     * Waits until it has been tried once.
     *
     * @param endNanos but no longer than this, by {@link System#nanoTime}
     */
    void awaitTried(long endNanos) {
        boolean inTime = Uninterrupted.within(
                endNanos - System.nanoTime(), leftNanos -> tried.await(leftNanos, TimeUnit.NANOSECONDS));
        if (!inTime) {
            owner.late(held);
        }
    }

    private void ended(@Nullable BrokerException failure) {
        boolean again = failure != null && held.locked() && mayPassLater(failure);
        if (again) {
            dueMillis = owner.dueAgain();
            state.set(State.WAITING);
            owner.watch(this);
        } else {
            state.set(State.ENDED);
            owner.forget(this);
        }
        try {
            if (told.compareAndSet(false, true)) {
                whenDone.accept(failure);
            }
        } finally {
            tried.countDown();
        }
    }

    /** Whether completing can succeed when it is tried again. */
    private static boolean mayPassLater(BrokerException failure) {
        return switch (failure.reason()) {
            case STORE_UNAVAILABLE, OUTCOME_UNKNOWN -> true;
            default -> false;
        };
    }
}
