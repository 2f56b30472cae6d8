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
 * The batch of a pipeline of which nobody knows whether it was written, while there is one (SND-09). Only the leader
 * begins and ends it; others look whether there is one.
 */
final class BatchDoubt {

    /** How often the store is asked about it while nobody waits for that. */
    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * The batch that is in doubt. Whoever waits for its operations has been told so; its acquires wait.
     *
     * @param ifCommitted one for each operation, and for each acquire
     */
    record Open(
            long batch,
            BatchInDoubtException cause,
            List<Operation> operations,
            List<AcquireRequest> acquires,
            BatchResult ifCommitted) {

        /** Why its operations failed, if it turns out not to have been committed. */
        StoreException notWritten() {
            return new StoreException(
                    StoreException.Kind.UNAVAILABLE, "batch " + batch + " was not written after all", cause);
        }
    }

    /** Written by the leader; volatile because the queue, and whoever leads next, look. */
    private volatile @Nullable Open open;

    /** Written by the leader; volatile because the queue computes from it how long it waits. */
    private volatile long askedNanos;

    boolean isOpen() {
        return open != null;
    }

    /** The batch that is in doubt. */
    Open get() {
        return requireNonNull(open, "batch in doubt");
    }

    void begin(Open doubt) {
        asked();
        open = doubt;
    }

    void end() {
        open = null;
    }

    /** The store was asked just now, and has not said. */
    void asked() {
        askedNanos = System.nanoTime();
    }

    /** How long it is until the store should be asked again; not positive if that is overdue. */
    long untilAskedNanos() {
        return ASK_NANOS - (System.nanoTime() - askedNanos);
    }
}
