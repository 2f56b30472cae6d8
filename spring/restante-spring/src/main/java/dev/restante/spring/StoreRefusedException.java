package dev.restante.spring;

import java.io.Serial;

/** The configuration does not say, or not without contradiction, where messages are to be kept. */
public final class StoreRefusedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * A refusal.
     *
     * @param description what is wrong
     * @param remedy what to do
     */
    public StoreRefusedException(String description, String remedy) {
        super(description);
        this.remedy = remedy;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }

    /** Both, for whoever has no failure analysis. */
    @Override
    public String toString() {
        return getClass().getName() + ": " + getMessage() + ". " + remedy;
    }
}
