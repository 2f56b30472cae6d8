package dev.restante.ra.base;

import java.io.Serial;

/** Exception for an invalid value of a configuration property, with a message that begins with the value. */
public final class BadPropertyException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String property;

    public BadPropertyException(String property, String message, Throwable cause) {
        super(message, cause);
        this.property = property;
    }

    public String property() {
        return property;
    }
}
