package dev.restante.jms.receive;

import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** Lookup of a connection's own session behind a server session. */
@FunctionalInterface
public interface ServerSessionLookup {
    /** Returns the messages of a session; null if the session belongs to another connection or provider. */
    @Nullable
    ServerSessionMessages loaded(Session session);
}
