package dev.restante.store.commit;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retry loop that writes a batch until its outcome is known or the store timeout has passed. If the connection is lost
 * during COMMIT, it queries the outcome from the store.
 *
 * <p>It has no state between batches; only the leader uses it.
 */
final class BatchRetrier {

    private static final Logger LOG = LoggerFactory.getLogger(BatchRetrier.class);
    /** Number of retries of a batch that lost a lock, however short the store timeout is. */
    private static final int SURE_TRANSIENT_RETRIES = 5;

    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final BatchWriter writer;
    private final CommitGate gate;
    private final LongSupplier highestId;
    private final long storeTimeoutNanos;
    private final Consumer<StoreException> storeUnreachable;
    private final OverdueHandler overdueHandler;

    /** Handler that fails overdue operations, and removes them from the batch and from the queue. */
    @FunctionalInterface
    interface OverdueHandler {
        /** Returns whether the batch has anything left for another attempt. */
        boolean fail(List<Operation> batchOperations, boolean anyAcquires, long batchNanos, StoreException cause);
    }

    /**
     * Creates the retry loop of a writer.
     *
     * @param storeUnreachable listener that is called once for each batch that the store cannot take, before the next
     *     attempt
     */
    BatchRetrier(
            BatchWriter writer,
            CommitGate gate,
            LongSupplier highestId,
            long storeTimeoutNanos,
            Consumer<StoreException> storeUnreachable,
            OverdueHandler overdueHandler) {
        this.writer = writer;
        this.gate = gate;
        this.highestId = highestId;
        this.storeTimeoutNanos = storeTimeoutNanos;
        this.storeUnreachable = storeUnreachable;
        this.overdueHandler = overdueHandler;
    }

    /**
     * Writes a batch. Fails overdue operations and removes them from the list.
     *
     * @throws BatchInDoubtException if COMMIT was sent and the store did not report the outcome in time, or a caller
     *     stopped waiting; {@link #resolve} determines the outcome later
     * @throws StoreException if the batch was certainly not written
     */
    BatchResult writeUntilKnown(long number, List<Operation> batchOperations, List<AcquireRequest> requests) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        BatchOutageReporter outageReporter = new BatchOutageReporter(number);
        for (int attempt = 1; ; attempt++) {
            try {
                return writer.write(number, highestId.getAsLong(), batchOperations, requests, gate);
            } catch (BatchInDoubtException e) {
                LOG.warn(
                        "The connection was lost during the commit of batch"
                                + " {}. Restante queries the outcome of the batch.",
                        number,
                        e);
                if (committed(e, number, outageReporter, waitedNanos(batchOperations, startedNanos))) {
                    return e.resultIfCommitted();
                }
                gate.notCommitted(e);
            } catch (StoreException e) {
                gate.notCommitted(e);
                long batchNanos = System.nanoTime() - startedNanos;
                boolean again =
                        switch (e.kind()) {
                            case TRANSIENT ->
                                hasSureRetry(attempt, batchOperations, startedNanos)
                                        || failOverdueAndCheckLeft(batchOperations, requests, batchNanos, e);
                            case UNAVAILABLE -> failOverdueAndCheckLeft(batchOperations, requests, batchNanos, e);
                            case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, PROTECTED, DAMAGED, FATAL, CLOSED -> false;
                        };
                outageReporter.writeFailed(e, batchNanos);
                if (!again) {
                    throw e;
                }
            }
            Uninterruptibles.sleep(retryNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    /**
     * Returns whether a batch that lost a lock is tried again, however short the store timeout is. Attempts that wait
     * for a lock may take a second each, so a caller waits for several of them only while its time lasts (RCV-19).
     */
    private static boolean hasSureRetry(int attempt, List<Operation> batchOperations, long startedNanos) {
        return attempt <= SURE_TRANSIENT_RETRIES
                && waitedNanos(batchOperations, startedNanos) < PipelineSettings.LAST_ATTEMPT_NANOS;
    }

    private boolean failOverdueAndCheckLeft(
            List<Operation> batchOperations, List<AcquireRequest> requests, long batchNanos, StoreException cause) {
        return overdueHandler.fail(batchOperations, !requests.isEmpty(), batchNanos, cause);
    }

    /**
     * Returns the longest time for which a caller has waited. A caller may lead the batch, so only this limit ends its
     * wait.
     */
    private static long waitedNanos(List<Operation> batchOperations, long startedNanos) {
        long waited = System.nanoTime() - startedNanos;
        for (Operation operation : batchOperations) {
            waited = Math.max(waited, operation.waitedNanos());
        }
        return waited;
    }

    private boolean committed(
            BatchInDoubtException doubt, long number, BatchOutageReporter outageReporter, long waitedNanos) {
        if (waitedNanos - PipelineSettings.LAST_ATTEMPT_NANOS > storeTimeoutNanos) {
            // Another query may take all the time that the caller has left (RCV-19).
            throw doubt;
        }
        try {
            return query(() -> writer.isCommitted(number), number, storeTimeoutNanos - waitedNanos, outageReporter);
        } catch (StoreException e) {
            doubt.addSuppressed(e);
            throw doubt;
        }
    }

    /**
     * Queries the outcome of an in-doubt batch, and prevents a later commit of the batch.
     *
     * @param timeoutNanos time for which the query is repeated until the store answers; 0 to query once
     * @return true if the batch was committed; false if it never will be
     * @throws StoreException if the store did not answer, or, with OUTCOME_UNKNOWN, cannot ever answer
     */
    boolean resolve(long number, long timeoutNanos) {
        return query(() -> writer.voidUnlessCommitted(number), number, timeoutNanos, new BatchOutageReporter(number));
    }

    /** Queries the outcome until the store answers, because a wrong guess could lose or repeat a message. */
    private boolean query(
            BooleanSupplier outcomeQuery, long number, long timeoutNanos, BatchOutageReporter outageReporter) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        while (true) {
            try {
                return outcomeQuery.getAsBoolean();
            } catch (RuntimeException | Error e) {
                StoreException failure = queryFailure(number, e);
                boolean never = failure instanceof CommitInDoubtException;
                if (never || System.nanoTime() - startedNanos >= timeoutNanos) {
                    throw failure;
                }
                LOG.debug("The outcome of batch {} is still unknown", number, failure);
                outageReporter.newConnectionFailed(failure);
                Uninterruptibles.sleep(retryNanos);
                retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            }
        }
    }

    /**
     * Returns a store exception for any failure of the query, which says nothing about the outcome. A connection pool
     * of the application can throw any exception.
     */
    private static StoreException queryFailure(long number, Throwable cause) {
        return cause instanceof StoreException failure
                ? failure
                : new StoreException(
                        StoreException.StoreFailureKind.UNAVAILABLE,
                        "The outcome of batch " + number + " cannot be queried: " + cause,
                        cause);
    }

    /**
     * Reporter that tells the pipeline listener that the store is unreachable, at most once for each batch.
     *
     * <p>The first lost connection is not reported, because only the connection may be broken and the next attempt uses
     * a new one. A failure is also reported if a third of the store timeout has passed, for example because of a row
     * lock.
     *
     * <p>Only the leader uses this class.
     */
    private final class BatchOutageReporter {
        private final long number;
        private boolean connectionGone;
        private boolean reported;

        BatchOutageReporter(long number) {
            this.number = number;
        }

        void writeFailed(StoreException cause, long batchNanos) {
            boolean away = cause.kind() == StoreException.StoreFailureKind.UNAVAILABLE;
            boolean retried = away || cause.kind() == StoreException.StoreFailureKind.TRANSIENT;
            if ((away && connectionGone)
                    || (retried && batchNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT)) {
                newConnectionFailed(cause);
            } else if (away) {
                connectionGone = true;
                LOG.info(
                        "The connection was lost during batch {}. Restante retries the batch on a new connection.",
                        number,
                        cause);
            }
        }

        void newConnectionFailed(StoreException cause) {
            if (!reported) {
                reported = true;
                LOG.warn("The store cannot be reached. Restante retries batch {}.", number, cause);
                storeUnreachable.accept(cause);
            }
        }
    }
}
