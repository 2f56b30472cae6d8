package dev.restante.spring;

import java.io.Serial;

/** A configuration that does not say, or not without contradiction, where messages are kept and what there is. */
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
