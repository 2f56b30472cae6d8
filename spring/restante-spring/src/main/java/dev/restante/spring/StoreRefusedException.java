package dev.restante.spring;

import java.io.Serial;

/** The configuration does not say, or not without contradiction, where messages are to be kept. */
public final class StoreRefusedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String description;
    private final String remedy;

    /**
     * A refusal.
     *
     * @param description what is wrong
     * @param remedy what to do
     */
    public StoreRefusedException(String description, String remedy) {
        super(description + ". " + remedy);
        this.description = description;
        this.remedy = remedy;
    }

    /** What is wrong. */
    public String description() {
        return description;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }
}
