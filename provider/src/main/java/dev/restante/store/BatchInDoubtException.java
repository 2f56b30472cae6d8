package dev.restante.store;

import dev.restante.model.OutcomeToken;

/**
 * Exception of a batch whose connection was lost during COMMIT. The store must be queried for the outcome before the
 * pipeline reports a result.
 */
public final class BatchInDoubtException extends CommitInDoubtException {

    private static final long serialVersionUID = 1L;

    private final transient BatchResult resultIfCommitted;

    public BatchInDoubtException(String message, OutcomeToken token, BatchResult resultIfCommitted, Throwable cause) {
        super(message, token, cause);
        this.resultIfCommitted = resultIfCommitted;
    }

    /**
     * Returns the result of {@link BatchWriter#write} for the case that {@link BatchWriter#isCommitted} returns true.
     */
    public BatchResult resultIfCommitted() {
        return resultIfCommitted;
    }
}
