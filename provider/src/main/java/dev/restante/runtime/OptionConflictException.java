package dev.restante.runtime;

/** Exception for two connection factories in one JVM that open the same store with conflicting options. */
final class OptionConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OptionConflictException(String message) {
        super(message);
    }
}
