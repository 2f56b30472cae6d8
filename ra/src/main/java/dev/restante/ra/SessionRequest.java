package dev.restante.ra;

import jakarta.resource.spi.ConnectionRequestInfo;
import org.jspecify.annotations.Nullable;

/**
 * What a connection factory asks its container for (RA-29).
 *
 * @param kind which interface the application wants
 * @param credentials what the application has named; null where the container or the configuration decides
 */
record SessionRequest(SessionKind kind, @Nullable Credentials credentials) implements ConnectionRequestInfo {

    /** The container may ask without one, for recovery (RA-34). */
    static SessionRequest of(@Nullable ConnectionRequestInfo info) {
        return info instanceof SessionRequest ours ? ours : new SessionRequest(SessionKind.ANY, null);
    }
}
