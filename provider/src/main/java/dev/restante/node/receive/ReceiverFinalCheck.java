package dev.restante.node.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.FinalCheck;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.SaturatingTime;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.MatchCheck;
import dev.restante.node.queue.buffer.FetchWaitResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Final check of the store by a timed receive call before it returns without a message (RCV-16). A fetch or search that
 * began after the call and has ended is sufficient. Otherwise the check requests one at the end of the timeout. An
 * exclusive store that is certainly empty needs no query.
 *
 * <p>Used only by the thread of its call.
 */
final class ReceiverFinalCheck implements FinalCheck {

    /** Longest wait before the caller polls again and checks whether it must end. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Shortest time for the check, even if the call has already lasted longer than the store timeout. */
    private static final long MIN_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Capacity of the receiver for a message of the store. */
    enum ReceiveCapacity {
        /** The receiver can get no message. */
        NONE,
        /** Capacity has just become available, so the receiver must poll first. */
        FREED,
        /** The receiver can get a message. */
        AVAILABLE
    }

    private final Supplier<ReceiverBinding> currentBinding;
    private final boolean searches;
    private final Supplier<ReceiveCapacity> capacity;
    private final BooleanSupplier canDeliver;
    private final String queueName;
    private final long storeTimeoutNanos;
    private ReceiverBinding binding;
    private long startedBefore;
    private long timeoutAtNanos;
    private boolean timeoutExtended;
    private @Nullable MatchCheck check;
    private long stepsSeen;

    /**
     * Creates the check of a call that begins now.
     *
     * @param currentBinding supplier of the binding of the receiver, which changes when the node rejoins
     * @param searches true if the receiver has a selector
     * @param capacity supplier that acquires capacity if possible; fails with STORE_UNAVAILABLE or OUTCOME_UNKNOWN if
     *     the store cannot tell
     * @param canDeliver true if this node may deliver prefetched messages
     */
    ReceiverFinalCheck(
            Supplier<ReceiverBinding> currentBinding,
            boolean searches,
            Supplier<ReceiveCapacity> capacity,
            BooleanSupplier canDeliver,
            String queueName,
            Duration storeTimeout) {
        this.currentBinding = currentBinding;
        this.binding = currentBinding.get();
        this.searches = searches;
        this.capacity = capacity;
        this.canDeliver = canDeliver;
        this.queueName = queueName;
        this.storeTimeoutNanos = SaturatingTime.toNanos(storeTimeout);
        this.startedBefore = searches
                ? binding.dispatcher().searches().passesBegun(binding.slot())
                : binding.dispatcher().fetches().finalFetches().fetchesBegun();
        this.timeoutAtNanos = System.nanoTime() + storeTimeoutNanos;
    }

    @Override
    public long leadTimeNanos() {
        rebind();
        EntityDispatcher dispatcher = binding.dispatcher();
        return 2
                * (searches
                        ? dispatcher.searches().lastPassNanos(binding.slot())
                        : dispatcher.fetches().finalFetches().lastFetchNanos());
    }

    @Override
    public void start() {
        rebind();
        if (searches) {
            check = binding.dispatcher().searches().beginCheckSince(binding.slot(), startedBefore);
        } else {
            binding.dispatcher().fetches().finalFetches().requestFetchAfter(startedBefore);
        }
    }

    @Override
    public boolean isComplete() {
        rebind();
        ReceiveCapacity found = currentCapacity();
        if (found == ReceiveCapacity.NONE) {
            return true;
        }
        if (!timeoutExtended) {
            timeoutExtended = true;
            extendTimeout(MIN_WAIT_NANOS);
        }
        try {
            if (found == ReceiveCapacity.AVAILABLE && canDeliver.getAsBoolean()) {
                if (searches ? searched() : fetched()) {
                    return true;
                }
            } else if (found != ReceiveCapacity.FREED) {
                LockSupport.parkNanos(this, POLL_NANOS);
            }
        } catch (InterruptedException e) {
            // The caller ends because of the interrupt.
            Thread.currentThread().interrupt();
            return false;
        }
        if (timeoutAtNanos - System.nanoTime() < 0 || CallTimeBudget.isExhausted()) {
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "Restante could not check whether queue '" + queueName
                            + "' has a message because the store does not answer");
        }
        return false;
    }

    /** Returns the capacity, or null if the store cannot tell. */
    private @Nullable ReceiveCapacity currentCapacity() {
        try {
            return capacity.get();
        } catch (BrokerException failure) {
            if (failure.reason() != BrokerErrorReason.STORE_UNAVAILABLE
                    && failure.reason() != BrokerErrorReason.OUTCOME_UNKNOWN) {
                throw failure;
            }
            return null;
        }
    }

    /** At a new binding, every fetch or search has begun after the call. */
    private void rebind() {
        ReceiverBinding now = currentBinding.get();
        if (!now.equals(binding)) {
            binding = now;
            startedBefore = 0;
            check = null;
            stepsSeen = 0;
        }
    }

    private void extendTimeout(long atLeastNanos) {
        long endNanos = System.nanoTime() + atLeastNanos;
        if (endNanos - timeoutAtNanos > 0) {
            timeoutAtNanos = endNanos;
        }
    }

    private boolean fetched() throws InterruptedException {
        if (!binding.dispatcher().fetches().finalFetches().awaitFetchAfter(startedBefore, POLL_NANOS)) {
            return false;
        }
        // Fetched group members may have to wait for pending acquisitions.
        binding.dispatcher().groups().awaitConfirmedOrder(CallTimeBudget.remaining(storeTimeoutNanos));
        return true;
    }

    private boolean searched() throws InterruptedException {
        MatchCheck asking = check;
        if (asking == null) {
            asking = binding.dispatcher().searches().beginCheckSince(binding.slot(), startedBefore);
            check = asking;
        }
        FetchWaitResult result = binding.dispatcher().searches().awaitMatch(asking, POLL_NANOS);
        long steps = binding.dispatcher().searches().stepsEnded(binding.slot());
        if (steps != stepsSeen) {
            stepsSeen = steps;
            extendTimeout(storeTimeoutNanos);
        }
        if (result == FetchWaitResult.FAILED) {
            // The check begins again after a pause.
            check = null;
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        return result == FetchWaitResult.STORE_EMPTY;
    }
}
