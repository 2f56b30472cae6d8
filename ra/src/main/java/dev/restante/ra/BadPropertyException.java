package dev.restante.ra;

import java.io.Serial;

/** A property has a value that it can't have; the message begins with the value. */
final class BadPropertyException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String property;

    BadPropertyException(String property, String message, Throwable cause) {
        super(message, cause);
        this.property = property;
    }

    String property() {
        return property;
    }
}
