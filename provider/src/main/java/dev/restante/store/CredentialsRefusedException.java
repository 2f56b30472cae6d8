package dev.restante.store;

import org.jspecify.annotations.Nullable;

/** The database rejects the user or the password. */
public final class CredentialsRefusedException extends StoreException {

    private static final long serialVersionUID = 1L;

    public CredentialsRefusedException(String message, @Nullable Throwable cause) {
        super(Kind.FATAL, message, cause);
    }
}
