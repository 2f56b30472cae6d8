package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;

/** A batch has missed its fence because the deletion of a queue was announced. It can be written again at once. */
final class DeletionAnnouncedException extends StoreException {

    private static final long serialVersionUID = 1L;

    DeletionAnnouncedException(String message) {
        super(Kind.TRANSIENT, message, null);
    }
}
