package dev.restante.store;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each batch of a pipeline until it is known whether it was written: again where that may help, and where the connection was lost over the commit it asks the store.
 *
 * <p>Keeps nothing between batches; only the leader uses it.
 */
final class BatchAttempts {

    private static final Logger LOG = LoggerFactory.getLogger(BatchAttempts.class);
    private static final int MAX_TRANSIENT_RETRIES = 50;
    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final BatchWriter writer;
    private final LongSupplier highestId;
    private final long storeTimeoutNanos;
    private final Consumer<StoreException> storeLost;
    private final BooleanSupplier closing;

    /**
     * For the batches of a writer.
     *
     * @param storeLost told once for each batch that the store can't take, before it is tried again
     * @param closing whether the pipeline is being closed
     */
    BatchAttempts(
            BatchWriter writer,
            LongSupplier highestId,
            long storeTimeoutNanos,
            Consumer<StoreException> storeLost,
            BooleanSupplier closing) {
        this.writer = writer;
        this.highestId = highestId;
        this.storeTimeoutNanos = storeTimeoutNanos;
        this.storeLost = storeLost;
        this.closing = closing;
    }

    /**
     * Writes a batch.
     *
     * @throws StoreException if it certainly was not written, or nobody will know
     */
    BatchResult writeUntilDecided(long number, List<Operation> batchOperations, List<AcquireRequest> requests) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        OutageNotice outage = new OutageNotice(number);
        for (int attempt = 1; ; attempt++) {
            try {
                return writer.write(number, highestId.getAsLong(), batchOperations, requests);
            } catch (UnknownOutcomeException e) {
                LOG.warn(
                        "The connection was lost while batch {} was being committed; asking the store what became of it",
                        number,
                        e);
                if (committedForCertain(number, outage)) {
                    return e.resultIfCommitted();
                }
            } catch (StoreException e) {
                boolean timeLeft = System.nanoTime() - startedNanos < storeTimeoutNanos;
                boolean again =
                        switch (e.kind()) {
                            case TRANSIENT -> attempt <= MAX_TRANSIENT_RETRIES || timeLeft;
                            case UNAVAILABLE -> timeLeft;
                            case CONSTRAINT, FENCED, FATAL, CLOSED -> false;
                        };
                if (!again) {
                    throw e;
                }
                if (e.kind() == StoreException.Kind.UNAVAILABLE) {
                    outage.writeFailed(e);
                }
            }
            LockSupport.parkNanos(retryNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    /**
     * Asks until the store answers: reporting an outcome that is not known could lose or repeat a message. Only a pipeline that is being closed gives up, after the
     * store time-out.
     */
    private boolean committedForCertain(long number, OutageNotice outage) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        while (true) {
            try {
                return writer.committed(number);
            } catch (StoreException e) {
                boolean givenUp = closing.getAsBoolean() && System.nanoTime() - startedNanos >= storeTimeoutNanos;
                if (e.kind() == StoreException.Kind.FENCED || givenUp) {
                    throw e;
                }
                LOG.warn("The outcome of batch {} is still unknown: {}", number, e.getMessage());
                outage.newConnectionFailed(e);
                LockSupport.parkNanos(retryNanos);
                retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            }
        }
    }

    /**
     * Tells of an outage, once for each batch. The first failure of a write only says that the connection is gone, perhaps long since; the next attempt is over a new one.
     */
    private final class OutageNotice {
        private final long number;
        private boolean connectionGone;
        private boolean told;

        OutageNotice(long number) {
            this.number = number;
        }

        void writeFailed(StoreException cause) {
            if (connectionGone) {
                newConnectionFailed(cause);
            } else {
                connectionGone = true;
                LOG.info("The connection for batch {} was lost; it is tried again over a new one", number, cause);
            }
        }

        void newConnectionFailed(StoreException cause) {
            if (!told) {
                told = true;
                LOG.warn("The store can't be reached; batch {} is tried again", number, cause);
                storeLost.accept(cause);
            }
        }
    }
}
