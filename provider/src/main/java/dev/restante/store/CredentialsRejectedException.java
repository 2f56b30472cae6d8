package dev.restante.store;

import org.jspecify.annotations.Nullable;

/** Exception for a user or password that the database rejects. */
public final class CredentialsRejectedException extends StoreException {

    private static final long serialVersionUID = 1L;

    public CredentialsRejectedException(String message, @Nullable Throwable cause) {
        super(StoreFailureKind.FATAL, message, cause);
    }
}
