package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.CallBound;
import dev.restante.model.OutcomeToken;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits for the outcome of a piece of work, but not for ever (RCV-19). */
final class AwaitedOutcome implements CommitListener {
    private final Thread waiter = Thread.currentThread();
    private final long startedNanos = System.nanoTime();
    private final CommitPipeline pipeline;
    private final long patienceNanos;
    private @Nullable Operation operation;
    private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

    /** The outcome, for one who has not waited for it. */
    private volatile @Nullable LateOutcome late;

    /**
     * Of work that the calling thread hands to a pipeline.
     *
     * @param patienceNanos how long it waits, unless its call has less time left
     */
    AwaitedOutcome(CommitPipeline pipeline, long patienceNanos) {
        this.pipeline = pipeline;
        this.patienceNanos = CallBound.left(patienceNanos);
    }

    /** The work, whose listener this is; before it is handed over. */
    void of(Operation awaited) {
        operation = awaited;
    }

    @Override
    public void ended(Outcome value) {
        LateOutcome unwaited = told(value) ? null : late;
        if (unwaited != null) {
            unwaited.tell(value);
        }
    }

    @Override
    public void doubted(Outcome.InDoubt doubt) {
        told(doubt);
    }

    private boolean told(Outcome value) {
        boolean first = outcome.compareAndSet(null, value);
        LockSupport.unpark(waiter);
        return first;
    }

    Outcome await() {
        boolean interrupted = false;
        Outcome result = outcome.get();
        while (result == null) {
            long leftNanos = patienceNanos - (System.nanoTime() - startedNanos);
            if (leftNanos > 0) {
                LockSupport.parkNanos(this, leftNanos);
            } else {
                told(leave());
            }
            interrupted |= Thread.interrupted();
            result = outcome.get();
        }
        if (interrupted) {
            waiter.interrupt();
        }
        return result;
    }

    /** What is told to one who has waited for long enough, unless the outcome has come meanwhile. */
    private Outcome leave() {
        OutcomeToken token = pipeline.withdraw(requireNonNull(operation));
        String silent = "the store has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(patienceNanos, 0))
                + " ms";
        if (token == null) {
            return new Outcome.Failed(
                    new StoreException(StoreException.Kind.UNAVAILABLE, silent + "; nothing is done", null));
        }
        LateOutcome unwaited = new LateOutcome();
        late = unwaited;
        return new Outcome.InDoubt(
                new OutcomeUnknownException(
                        silent + "; what becomes of it can be asked for by the token " + token, token, null),
                unwaited);
    }
}
