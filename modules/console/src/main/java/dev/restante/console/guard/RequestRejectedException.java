package dev.restante.console.guard;

import java.io.Serial;

/** Exception that rejects a request with an HTTP status and an error code. */
public final class RequestRejectedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    /**
     * Creates an exception.
     *
     * @param status the HTTP status code
     * @param code the error code, which users can search for
     * @param text the reason and the remedy
     */
    public RequestRejectedException(int status, String code, String text) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Returns an exception with status 400 for an invalid parameter or request body. */
    public static RequestRejectedException badRequest(String text) {
        return new RequestRejectedException(400, "CONSOLE-BAD-REQUEST", text);
    }

    /** Returns the HTTP status code. */
    public int status() {
        return status;
    }

    /** Returns the error code, for example {@code CONSOLE-BAD-REQUEST}. */
    public String code() {
        return code;
    }
}
