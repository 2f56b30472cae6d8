package dev.restante.jms.receive;

import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** The sessions of a connection, by what an application server's pool gives. */
@FunctionalInterface
public interface OwnSessions {
    /** What a session is loaded with; null if it is another connection's, or another provider's. */
    @Nullable
    LoadedMessages loaded(Session session);
}
