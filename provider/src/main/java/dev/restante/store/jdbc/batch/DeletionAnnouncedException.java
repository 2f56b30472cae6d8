package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;

/**
 * Exception of a batch that was rejected because the deletion of a queue was announced; the pipeline
 * repeats the batch at once.
 */
final class DeletionAnnouncedException extends StoreException {

    private static final long serialVersionUID = 1L;

    DeletionAnnouncedException(String message) {
        super(StoreFailureKind.TRANSIENT, message, null);
    }
}
