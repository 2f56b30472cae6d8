package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.CallTimeBudget;
import dev.restante.model.OutcomeToken;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Listener with which one thread waits for the outcome of a change set, up to a timeout (RCV-19). */
final class AwaitedOutcome implements CommitListener {
    private final Thread waiter = Thread.currentThread();
    private final long startedNanos = System.nanoTime();
    private final CommitPipeline pipeline;
    private final long timeoutNanos;
    private @Nullable Operation operation;
    private final AtomicReference<@Nullable OperationOutcome> outcome = new AtomicReference<>();

    /** Later outcome of an operation whose caller timed out, or null. */
    private volatile @Nullable EventualOutcome late;

    /**
     * Creates a listener for an operation that the calling thread submits to a pipeline.
     *
     * @param timeoutNanos longest wait, which the time budget of the call may shorten
     */
    AwaitedOutcome(CommitPipeline pipeline, long timeoutNanos) {
        this.pipeline = pipeline;
        this.timeoutNanos = CallTimeBudget.remaining(timeoutNanos);
    }

    void setOperation(Operation awaited) {
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
        OutcomeToken token = pipeline.withdraw(requireNonNull(operation));
        String silent =
                "The store has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0)) + " ms";
        if (token == null) {
            return new OperationOutcome.Failed(new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE, silent + ". Nothing was changed.", null));
        }
        EventualOutcome unwaited = new EventualOutcome();
        late = unwaited;
        return new OperationOutcome.InDoubt(
                new CommitInDoubtException(
                        silent + ". Query the outcome of the call with the outcome token " + token, token, null),
                unwaited);
    }
}
