package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import jakarta.jms.InvalidClientIDException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The identity of a connection: its id, and its client id once it has one. Thread-safe. */
public final class ConnectionIdentity {

    private final ClientIdRegistry clientIds;

    private volatile SendRequest.Sender sender =
            new SendRequest.Sender(UUID.randomUUID().toString(), null);

    @GuardedBy("this")
    private boolean freed;

    /** One without a client id, which it takes from a registry. */
    public ConnectionIdentity(ClientIdRegistry clientIds) {
        this.clientIds = clientIds;
    }

    /** Unique among all connections of all nodes. */
    String id() {
        return sender.connectionId();
    }

    @Nullable
    public String clientId() {
        return sender.clientId();
    }

    /** Who its messages are from. */
    public SendRequest.Sender sender() {
        return sender;
    }

    /**
     * Takes a client id, which it must not have yet.
     *
     * @throws InvalidClientIDException if no store can hold it, or another connection has it
     */
    public synchronized void claim(String wanted) throws InvalidClientIDException {
        String objection = StoredText.CLIENT_ID.objection(wanted);
        if (objection != null) {
            throw new InvalidClientIDException(objection, ErrorCodes.INVALID_CLIENT_ID);
        }
        if (!clientIds.claim(wanted)) {
            throw new InvalidClientIDException(
                    "The client id " + ShownText.quoted(wanted) + " is in use by another connection",
                    ErrorCodes.INVALID_CLIENT_ID);
        }
        sender = new SendRequest.Sender(id(), wanted);
    }

    /** Others may have its client id from now on. */
    public synchronized void free() {
        String claimed = clientId();
        if (claimed != null && !freed) {
            freed = true;
            clientIds.free(claimed);
        }
    }
}
