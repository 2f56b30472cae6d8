package dev.restante.socket;

/** The connection to the process that has the store was lost, or that process has not answered in time. */
public final class ConnectionLostException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean called;

    ConnectionLostException(boolean called, Exception cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.called = called;
    }

    /** Whether the call may have been made: what became of it is not known then. */
    public boolean called() {
        return called;
    }
}
