package dev.restante.store;

import dev.restante.model.OutcomeToken;

/**
 * The exception of a batch whose connection was lost during its COMMIT. Whether the batch took effect must be read from
 * the store before anything is reported.
 */
public final class BatchInDoubtException extends OutcomeUnknownException {

    private static final long serialVersionUID = 1L;

    private final transient BatchResult resultIfCommitted;

    public BatchInDoubtException(String message, OutcomeToken token, BatchResult resultIfCommitted, Throwable cause) {
        super(message, token, cause);
        this.resultIfCommitted = resultIfCommitted;
    }

    /** What {@link BatchWriter#write} would have returned; it holds if {@link BatchWriter#committed} says so. */
    public BatchResult resultIfCommitted() {
        return resultIfCommitted;
    }
}
