package dev.restante.spring;

import java.io.Serial;

/**
 * Exception for a store that cannot be opened: the database is unreachable, has no driver, or denies its user access.
 */
public final class StoreNotOpenedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String location;

    /**
     * Creates an exception.
     *
     * @param location the location of the store, without secrets
     * @param cause the failure, whose message becomes part of the message of this exception
     */
    public StoreNotOpenedException(String location, Exception cause) {
        super("The message store in " + location + " cannot be opened: " + cause.getMessage(), cause);
        this.location = location;
    }

    /** Returns the location of the store, without secrets. */
    public String location() {
        return location;
    }
}
