package dev.restante;

/** Two factories of one store in one JVM have different options where they must agree. */
final class OptionConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OptionConflictException(String message) {
        super(message);
    }
}
