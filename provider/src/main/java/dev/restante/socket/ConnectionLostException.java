package dev.restante.socket;

/** Exception for a connection that was lost, or timed out, to the process that has the store. */
public final class ConnectionLostException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    ConnectionLostException(boolean outcomeUnknown, Exception cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /** Returns whether the call may have been executed. */
    public boolean isOutcomeUnknown() {
        return outcomeUnknown;
    }
}
