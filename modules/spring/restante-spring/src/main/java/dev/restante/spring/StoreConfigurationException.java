package dev.restante.spring;

import java.io.Serial;

/** Exception for a missing, invalid or contradictory configuration of the store or its entities, with its remedy. */
public final class StoreConfigurationException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String description;
    private final String remedy;

    /**
     * Creates an exception.
     *
     * @param description the problem, without full stop
     * @param remedy the remedy, without full stop
     */
    public StoreConfigurationException(String description, String remedy) {
        super(withoutFullStop(description) + ". " + remedy);
        this.description = withoutFullStop(description);
        this.remedy = remedy;
    }

    private static String withoutFullStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns the problem. */
    public String description() {
        return description;
    }

    /** Returns the remedy. */
    public String remedy() {
        return remedy;
    }
}
