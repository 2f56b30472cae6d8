package dev.restante.model.policy;

/** Exception for policies that contradict each other or an entity (POL-05). Nothing was written. */
public final class PolicyConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PolicyConflictException(String message) {
        super(message);
    }

    PolicyConflictException(String message, Throwable cause) {
        super(message, cause);
    }
}
