package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;

/** A batch has missed its fence because somebody is about to delete a queue; it can be written again at once. */
final class DeletionAnnouncedException extends StoreException {

    private static final long serialVersionUID = 1L;

    DeletionAnnouncedException(String message) {
        super(Kind.TRANSIENT, message, null);
    }
}
