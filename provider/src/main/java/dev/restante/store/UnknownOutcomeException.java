package dev.restante.store;

/** The connection was lost during COMMIT: whether the batch took effect must be read from the store before anything is reported. */
public final class UnknownOutcomeException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient BatchResult resultIfCommitted;

    public UnknownOutcomeException(String message, BatchResult resultIfCommitted, Throwable cause) {
        super(Kind.UNAVAILABLE, message, cause);
        this.resultIfCommitted = resultIfCommitted;
    }

    /** What {@link BatchWriter#write} would have returned; it holds if {@link BatchWriter#committed} says so. */
    public BatchResult resultIfCommitted() {
        return resultIfCommitted;
    }
}
