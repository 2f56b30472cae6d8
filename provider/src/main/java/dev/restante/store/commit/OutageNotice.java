package dev.restante.store.commit;

import dev.restante.store.StoreException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of an outage, once for each batch. The first failure of a write only says that the connection is gone,
 * perhaps long since; the next attempt is over a new one. But what was silent for long is told, and so is what is
 * locked for long.
 *
 * <p>Only the leader uses it.
 */
final class OutageNotice {
    private static final Logger LOG = LoggerFactory.getLogger(OutageNotice.class);

    private final long number;
    private final long storeTimeoutNanos;
    private final Consumer<StoreException> storeLost;
    private boolean connectionGone;
    private boolean told;

    /**
     * For one batch.
     *
     * @param storeLost told once that the store can't take it, before it is tried again
     */
    OutageNotice(long number, long storeTimeoutNanos, Consumer<StoreException> storeLost) {
        this.number = number;
        this.storeTimeoutNanos = storeTimeoutNanos;
        this.storeLost = storeLost;
    }

    void writeFailed(StoreException cause, long batchNanos) {
        boolean away = cause.kind() == StoreException.Kind.UNAVAILABLE;
        boolean retried = away || cause.kind() == StoreException.Kind.TRANSIENT;
        if ((away && connectionGone)
                || (retried && batchNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT)) {
            newConnectionFailed(cause);
        } else if (away) {
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
