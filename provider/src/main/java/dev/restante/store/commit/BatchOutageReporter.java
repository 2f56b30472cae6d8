package dev.restante.store.commit;

import dev.restante.store.StoreException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reporter that tells the pipeline listener that the store is unreachable, at most once for each batch.
 *
 * <p>The first lost connection is not reported, because only the connection may be broken and the next attempt uses a
 * new one. A failure is also reported if a third of the store timeout has passed, for example because of a row lock.
 *
 * <p>Only the leader uses this class.
 */
final class BatchOutageReporter {
    private static final Logger LOG = LoggerFactory.getLogger(BatchOutageReporter.class);

    private final long number;
    private final long storeTimeoutNanos;
    private final Consumer<StoreException> storeUnreachable;
    private boolean connectionGone;
    private boolean reported;

    /**
     * Creates the reporter for one batch.
     *
     * @param storeUnreachable listener that is called once, before the batch is tried again
     */
    BatchOutageReporter(long number, long storeTimeoutNanos, Consumer<StoreException> storeUnreachable) {
        this.number = number;
        this.storeTimeoutNanos = storeTimeoutNanos;
        this.storeUnreachable = storeUnreachable;
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
