package dev.restante.store.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * State of a pipeline while the outcome of a batch is unknown: keeps that batch and the time of the next outcome query
 * (SND-09). Only the leader begins and ends the in-doubt state, which other threads read.
 */
final class InDoubtBatchHolder {

    /** Interval between queries of the outcome while no operation is pending. */
    private static final long QUERY_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * Batch with unknown outcome. Callers of its operations were told so; its acquire requests are still open.
     *
     * @param ifCommitted results for each operation and acquire request if the batch was committed
     */
    record InDoubtBatch(
            long batch,
            BatchInDoubtException cause,
            List<Operation> operations,
            List<AcquireRequest> acquires,
            BatchResult ifCommitted) {

        /** Returns the failure of the operations if the batch turns out not to be committed. */
        StoreException notWritten() {
            return new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE,
                    "Batch " + batch + ", whose outcome was unknown, was not written",
                    cause);
        }
    }

    /** Batch in doubt, or null; written by the leader, and read by the queue and the next leader. */
    private volatile @Nullable InDoubtBatch inDoubtBatch;

    /** Instant of the last query; written by the leader, and read by the queue to compute its wait. */
    private volatile long queriedNanos;

    boolean isInDoubt() {
        return inDoubtBatch != null;
    }

    /** Returns the batch in doubt, which must exist. */
    InDoubtBatch inDoubtBatch() {
        return requireNonNull(inDoubtBatch, "batch in doubt");
    }

    void begin(InDoubtBatch doubt) {
        markQueried();
        inDoubtBatch = doubt;
    }

    void end() {
        inDoubtBatch = null;
    }

    /** Records that the store was queried and did not answer. */
    void markQueried() {
        queriedNanos = System.nanoTime();
    }

    /** Returns the time until the next query of the outcome; zero or negative if it is overdue. */
    long untilNextQueryNanos() {
        return QUERY_INTERVAL_NANOS - (System.nanoTime() - queriedNanos);
    }
}
