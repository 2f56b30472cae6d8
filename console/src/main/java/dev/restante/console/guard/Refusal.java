package dev.restante.console.guard;

import java.io.Serial;

/** The refusal of a request, before the store is asked. */
public final class Refusal extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    /**
     * A refusal.
     *
     * @param status of HTTP
     * @param code for people who search for it
     * @param text what is wrong, and what to do
     */
    public Refusal(int status, String code, String text) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** The refusal of a request with a wrong parameter. */
    public static Refusal badRequest(String text) {
        return new Refusal(400, "CONSOLE-BAD-REQUEST", text);
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }

    /** The error code. */
    public String code() {
        return code;
    }
}
