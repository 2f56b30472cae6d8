package dev.restante.runtime;

import dev.restante.model.DisplayText;
import dev.restante.model.ProductVersion;
import dev.restante.option.LocalAccess;
import dev.restante.socket.ConnectionRejectedException;
import dev.restante.socket.RemoteNode;
import dev.restante.store.CredentialsRejectedException;
import dev.restante.store.StoreLockedException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Utility class that asks the tool that has an embedded store open, such as the command line, to close it for this
 * application.
 */
final class StoreTakeover {

    private static final Logger LOG = LoggerFactory.getLogger(StoreTakeover.class);

    /** Timeout for the answer of a tool, which does not answer while it opens or closes the store. */
    private static final Duration TAKEOVER_TIMEOUT = Duration.ofSeconds(2);

    private StoreTakeover() {}

    static RemoteNode.SocketLogin login(Credentials credentials) {
        return new RemoteNode.SocketLogin(ProductVersion.TEXT, credentials.user(), credentials.password());
    }

    /**
     * Requests a handover. Returns whether the store may become available soon: a tool agrees, or it does not listen
     * because it is opening or closing the store. Other processes never hand the store over, so they get no request.
     *
     * @throws CredentialsRejectedException if the tool rejects the credentials
     */
    static boolean mayBecomeAvailable(StoreLockedException locked, NodeSettings settings, Credentials credentials) {
        if (!locked.yieldsToApplication() || settings.localAccess() != LocalAccess.APPLICATION) {
            return false;
        }
        try {
            RemoteNode.requestHandover(locked.database(), login(credentials), TAKEOVER_TIMEOUT);
            LOG.debug("The tool that has the store {} open is handing it over", locked.database());
            return true;
        } catch (ConnectionRejectedException rejected) {
            LOG.debug(
                    "The tool that has the store {} open does not hand it over:" + " {}",
                    locked.database(),
                    rejected.getMessage());
            return switch (rejected.reason()) {
                case NOT_LISTENING, NOT_RESPONDING -> true;
                case IN_USE, UNKNOWN, OTHER_USER, OTHER_VERSION -> false;
                case CREDENTIALS ->
                    throw new CredentialsRejectedException(
                            "The store cannot be opened: a tool has it open and rejects user "
                                    + DisplayText.quote(credentials.user()) + " or the password",
                            rejected);
            };
        }
    }
}
