package dev.restante;

import dev.restante.jms.Connections;
import dev.restante.socket.RefusedException;
import dev.restante.socket.RemoteNode;
import dev.restante.store.CredentialsRefusedException;
import dev.restante.store.StoreHeldException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An embedded store that another process has, and the question to that process whether it gives the store up. */
final class HeldStore {

    private static final Logger LOG = LoggerFactory.getLogger(HeldStore.class);

    /** A tool that is about to open or close the store does not answer yet, or no more. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private HeldStore() {}

    /** Who wants to be let in there. */
    static RemoteNode.Login login(Credentials credentials) {
        return new RemoteNode.Login(Connections.providerVersion(), credentials.user(), credentials.password());
    }

    /**
     * Whether the store may be free soon: a tool gives it up for an application, and one that does not listen is just
     * opening or closing it. Nobody else gives way, so nobody else is asked.
     *
     * @throws CredentialsRefusedException if the tool says so
     */
    static boolean mayBecomeFree(StoreHeldException held, NodeSettings settings, Credentials credentials) {
        if (!held.givesWay() || settings.localAccess() != LocalAccess.APPLICATION) {
            return false;
        }
        try {
            RemoteNode.takeOver(held.database(), login(credentials), PATIENCE);
            LOG.debug("The tool that has the store {} gives it up", held.database());
            return true;
        } catch (RefusedException refused) {
            LOG.debug("The tool that has the store {}: {}", held.database(), refused.getMessage());
            return switch (refused.refusal()) {
                case NOBODY, SILENT -> true;
                case IN_USE, OTHER, OTHER_USER, OTHER_VERSION -> false;
                case CREDENTIALS ->
                    throw new CredentialsRefusedException(
                            "the store can't be opened: a tool has it, and it rejects user or password", refused);
            };
        }
    }
}
