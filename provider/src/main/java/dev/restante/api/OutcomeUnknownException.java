package dev.restante.api;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSException;

/**
 * Exception for a send, commit or other call for which Restante cannot tell whether it took effect (SND-09). The answer
 * of the database to a COMMIT was lost, and the database did not return within the store timeout. The call may have
 * taken effect or may still do so, and a retry may execute it twice.
 *
 * <p>{@link dev.restante.admin.RestanteAdmin#outcome} returns the outcome later, on any node, for one day.
 */
public class OutcomeUnknownException extends JMSException {

    private static final long serialVersionUID = 1L;

    private final String token;

    /**
     * Creates the exception; called by the provider.
     *
     * @param errorCode {@code RESTANTE-OUTCOME-UNKNOWN}
     * @param token the outcome token
     */
    public OutcomeUnknownException(String reason, String errorCode, String token) {
        super(reason, errorCode);
        this.token = requireNonNull(token, "token");
    }

    /** Returns the outcome token for {@link dev.restante.admin.RestanteAdmin#outcome}. */
    public String getToken() {
        return token;
    }
}
