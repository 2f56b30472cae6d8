package dev.restante.spring;

import java.io.Serial;

/** The store can't be opened: its database can't be reached, has no driver, or refuses its user something. */
public final class StoreNotOpenedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String place;

    /**
     * A failure.
     *
     * @param place where the store is, with nothing secret
     */
    public StoreNotOpenedException(String place, Exception cause) {
        super("The store of the messages in " + place + " can't be opened: " + cause.getMessage(), cause);
        this.place = place;
    }

    /** Where the store is, with nothing secret. */
    public String place() {
        return place;
    }
}
