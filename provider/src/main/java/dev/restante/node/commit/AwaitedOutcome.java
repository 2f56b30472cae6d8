package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.CallTimeBudget;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Listener with which one thread waits for the outcome of a change set, up to a timeout (RCV-19). */
final class AwaitedOutcome implements CommitListener {
    private final Thread waiter = Thread.currentThread();
    private final long startedNanos = System.nanoTime();
    private final long timeoutNanos;
    private @Nullable PendingOperation operation;
    private final AtomicReference<@Nullable OperationOutcome> outcome = new AtomicReference<>();

    /** Later outcome of an operation whose caller timed out, or null. */
    private volatile @Nullable EventualOutcome late;

    /**
     * Creates a listener for an operation that the calling thread submits.
     *
     * @param timeoutNanos longest wait, which the time budget of the call may shorten
     */
    AwaitedOutcome(long timeoutNanos) {
        this.timeoutNanos = CallTimeBudget.remaining(timeoutNanos);
    }

    void setOperation(PendingOperation awaited) {
        operation = awaited;
    }

    @Override
    public void onOutcome(OperationOutcome value) {
        EventualOutcome unwaited = offer(value) ? null : late;
        if (unwaited != null) {
            unwaited.complete(value);
        }
    }

    @Override
    public void onInDoubt(OperationOutcome.InDoubt inDoubt) {
        offer(inDoubt);
    }

    private boolean offer(OperationOutcome value) {
        boolean first = outcome.compareAndSet(null, value);
        LockSupport.unpark(waiter);
        return first;
    }

    OperationOutcome await() {
        boolean interrupted = false;
        OperationOutcome result = outcome.get();
        while (result == null) {
            long leftNanos = timeoutNanos - (System.nanoTime() - startedNanos);
            if (leftNanos > 0) {
                LockSupport.parkNanos(this, leftNanos);
            } else {
                offer(timeOut());
            }
            interrupted |= Thread.interrupted();
            result = outcome.get();
        }
        if (interrupted) {
            waiter.interrupt();
        }
        return result;
    }

    /** Withdraws the operation after a timeout, and returns the outcome for the caller. */
    private OperationOutcome timeOut() {
        StoreException failure = requireNonNull(operation).withdraw(timeoutNanos);
        if (!(failure instanceof CommitInDoubtException inDoubt)) {
            return new OperationOutcome.Failed(failure);
        }
        EventualOutcome unwaited = new EventualOutcome();
        late = unwaited;
        return new OperationOutcome.InDoubt(inDoubt, unwaited);
    }
}
