package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.model.DisplayText;
import dev.restante.model.StoredTextKind;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Connection id and optional client id of a connection. Thread-safe. */
public final class ConnectionIdentity {

    private final ClientIdRegistry clientIds;

    private volatile SendRequest.Sender sender =
            new SendRequest.Sender(UUID.randomUUID().toString(), null);

    /** True after the first use of the connection, which then keeps its client id or has none. */
    @GuardedBy("this")
    private boolean fixed;

    @GuardedBy("this")
    private boolean released;

    public ConnectionIdentity(ClientIdRegistry clientIds) {
        this.clientIds = clientIds;
    }

    /** Returns an id that is unique among all connections of all nodes. */
    String id() {
        return sender.connectionId();
    }

    @Nullable
    public String clientId() {
        return sender.clientId();
    }

    public SendRequest.Sender sender() {
        return sender;
    }

    /** Notes a use of the connection, after which {@link #set} fails. */
    public synchronized void fix() {
        fixed = true;
    }

    /** Claims a client id before the first use of the connection (CON-20), unless the factory has set one (CON-19). */
    public synchronized void set(@Nullable String wanted) throws JMSException {
        String clientId = clientId();
        if (clientId != null) {
            throw new IllegalStateException(
                    "The connection already has the client id " + DisplayText.quote(clientId)
                            + ". Create another connection for another client id.",
                    ErrorCodes.ILLEGAL_STATE);
        }
        if (fixed) {
            throw new IllegalStateException(
                    "The client id " + DisplayText.quote(String.valueOf(wanted))
                            + " cannot be set because the connection has been used. Set it directly after"
                            + " createConnection().",
                    ErrorCodes.ILLEGAL_STATE);
        }
        if (wanted == null || wanted.isBlank()) {
            throw new InvalidClientIDException(
                    "The client id is empty. Set one with at least one character, or none.",
                    ErrorCodes.INVALID_CLIENT_ID);
        }
        claim(wanted);
    }

    /**
     * Claims a client id for the connection, which must not have one yet.
     *
     * @throws InvalidClientIDException if a store cannot contain the client id, or another connection uses it
     */
    public synchronized void claim(String clientId) throws InvalidClientIDException {
        String objection = StoredTextKind.CLIENT_ID.violation(clientId);
        if (objection != null) {
            throw new InvalidClientIDException(objection, ErrorCodes.INVALID_CLIENT_ID);
        }
        if (!clientIds.claim(clientId)) {
            throw new InvalidClientIDException(
                    "The client id " + DisplayText.quote(clientId)
                            + " is in use by another connection. Close that connection, or use another client id.",
                    ErrorCodes.INVALID_CLIENT_ID);
        }
        sender = new SendRequest.Sender(id(), clientId);
    }

    /** Releases the client id, so that another connection can claim it. */
    public synchronized void release() {
        String claimed = clientId();
        if (claimed != null && !released) {
            released = true;
            clientIds.releaseClientId(claimed);
        }
    }
}
