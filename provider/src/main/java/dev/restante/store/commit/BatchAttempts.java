package dev.restante.store.commit;

import dev.restante.model.Uninterrupted;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts to write a batch of a pipeline, until it is known whether it was written. It is written again where that
 * may help; where the connection was lost over the commit, the store is asked. It does neither for longer than the
 * store time-out.
 *
 * <p>Keeps nothing between batches; only the leader uses it.
 */
final class BatchAttempts {

    private static final Logger LOG = LoggerFactory.getLogger(BatchAttempts.class);
    /** However short the store time-out is. */
    private static final int SURE_TRANSIENT_RETRIES = 5;

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final BatchWriter writer;
    private final CommitGate gate;
    private final LongSupplier highestId;
    private final long storeTimeoutNanos;
    private final Consumer<StoreException> storeLost;
    private final Overdue overdue;

    /** Fails the operations of a batch, and of those behind it, that have waited for too long, and takes them out. */
    @FunctionalInterface
    interface Overdue {
        /** Returns whether anything is left for which the batch is tried again. */
        boolean fail(List<Operation> batchOperations, boolean anyAcquires, long batchNanos, StoreException cause);
    }

    /**
     * For the batches of a writer.
     *
     * @param storeLost told once for each batch that the store can't take, before it is tried again
     */
    BatchAttempts(
            BatchWriter writer,
            CommitGate gate,
            LongSupplier highestId,
            long storeTimeoutNanos,
            Consumer<StoreException> storeLost,
            Overdue overdue) {
        this.writer = writer;
        this.gate = gate;
        this.highestId = highestId;
        this.storeTimeoutNanos = storeTimeoutNanos;
        this.storeLost = storeLost;
        this.overdue = overdue;
    }

    /**
     * Writes a batch. Operations that have waited for too long meanwhile are failed and taken out of the list.
     *
     * @throws BatchInDoubtException if the answer to its COMMIT was lost and the store has not said within the store
     *     time-out what became of it, or somebody did not wait for that; nobody may be told more than that until
     *     {@link #resolve} knows
     * @throws StoreException if it certainly was not written
     */
    BatchResult writeUntilDecided(long number, List<Operation> batchOperations, List<AcquireRequest> requests) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        OutageNotice outage = outageOf(number);
        for (int attempt = 1; ; attempt++) {
            try {
                return writer.write(number, highestId.getAsLong(), batchOperations, requests, gate);
            } catch (BatchInDoubtException e) {
                LOG.warn(
                        "The connection was lost while batch {} was being committed; asking the store what became of it",
                        number,
                        e);
                if (committed(e, number, outage, waitedNanos(batchOperations, startedNanos))) {
                    return e.resultIfCommitted();
                }
                gate.reopen(e);
            } catch (StoreException e) {
                gate.reopen(e);
                long batchNanos = System.nanoTime() - startedNanos;
                boolean again =
                        switch (e.kind()) {
                            case TRANSIENT ->
                                attempt <= SURE_TRANSIENT_RETRIES || left(batchOperations, requests, batchNanos, e);
                            case UNAVAILABLE -> left(batchOperations, requests, batchNanos, e);
                            case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, PROTECTED, DAMAGED, FATAL, CLOSED -> false;
                        };
                outage.writeFailed(e, batchNanos);
                if (!again) {
                    throw e;
                }
            }
            Uninterrupted.pause(retryNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    private OutageNotice outageOf(long number) {
        return new OutageNotice(number, storeTimeoutNanos, storeLost);
    }

    private boolean left(
            List<Operation> batchOperations, List<AcquireRequest> requests, long batchNanos, StoreException cause) {
        return overdue.fail(batchOperations, !requests.isEmpty(), batchNanos, cause);
    }

    /** How long whoever waits for a batch has waited: a caller may lead it, so that nobody but this ends his wait. */
    private static long waitedNanos(List<Operation> batchOperations, long startedNanos) {
        long waited = System.nanoTime() - startedNanos;
        for (Operation operation : batchOperations) {
            waited = Math.max(waited, operation.waitedNanos());
        }
        return waited;
    }

    private boolean committed(BatchInDoubtException doubt, long number, OutageNotice outage, long waitedNanos) {
        if (waitedNanos - PipelineSettings.LAST_WORD_NANOS > storeTimeoutNanos) {
            // One more question may take as long as a caller has left at most (RCV-19).
            throw doubt;
        }
        try {
            return ask(() -> writer.committed(number), number, storeTimeoutNanos - waitedNanos, outage);
        } catch (StoreException e) {
            doubt.addSuppressed(e);
            throw doubt;
        }
    }

    /**
     * Asks what became of a batch that was in doubt, and takes care that it stays so.
     *
     * @param patienceNanos for so long until the store answers; 0 to ask once
     * @return whether it was committed; if not, it never will be
     * @throws StoreException if the store has not answered, or, with OUTCOME_UNKNOWN, never will
     */
    boolean resolve(long number, long patienceNanos) {
        return ask(() -> writer.closed(number), number, patienceNanos, outageOf(number));
    }

    /** Asks until the store answers: reporting an outcome that is not known could lose or repeat a message. */
    private boolean ask(BooleanSupplier question, long number, long patienceNanos, OutageNotice outage) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        while (true) {
            try {
                return question.getAsBoolean();
            } catch (RuntimeException | Error e) {
                StoreException failure = unanswered(number, e);
                boolean never = failure instanceof OutcomeUnknownException;
                if (never || System.nanoTime() - startedNanos >= patienceNanos) {
                    throw failure;
                }
                LOG.debug("The outcome of batch {} is still unknown", number, failure);
                outage.newConnectionFailed(failure);
                Uninterrupted.pause(retryNanos);
                retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            }
        }
    }

    /**
     * Nothing that goes wrong with the question says what became of the batch; a pool of the application's may throw
     * anything.
     */
    private static StoreException unanswered(long number, Throwable cause) {
        return cause instanceof StoreException failure
                ? failure
                : new StoreException(
                        StoreException.Kind.UNAVAILABLE,
                        "the outcome of batch " + number + " can't be asked for: " + cause,
                        cause);
    }
}
