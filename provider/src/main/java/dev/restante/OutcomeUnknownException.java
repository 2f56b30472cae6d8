package dev.restante;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSException;

/**
 * The exception of a send, a commit or another call of which nobody can say now whether it took effect (SND-09). The
 * answer of the database to its COMMIT was lost, and the database did not come back within the store time-out. The call
 * may have taken effect, or may still; to make it again may do it twice.
 *
 * <p>What became of it can be asked later, from any node and for a day:
 * {@link dev.restante.admin.RestanteAdmin#outcome}.
 */
public class OutcomeUnknownException extends JMSException {

    private static final long serialVersionUID = 1L;

    private final String token;

    /**
     * Made by the provider.
     *
     * @param errorCode {@code RESTANTE-OUTCOME-UNKNOWN}
     * @param token what to ask with
     */
    public OutcomeUnknownException(String reason, String errorCode, String token) {
        super(reason, errorCode);
        this.token = requireNonNull(token, "token");
    }

    /** With which {@link dev.restante.admin.RestanteAdmin#outcome} tells what became of the call. */
    public String getToken() {
        return token;
    }
}
