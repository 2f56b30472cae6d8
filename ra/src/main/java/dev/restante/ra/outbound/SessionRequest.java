package dev.restante.ra.outbound;

import jakarta.resource.spi.ConnectionRequestInfo;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory's request to its container (RA-29).
 *
 * @param kind which interface the application wants
 * @param credentials what the application has named; null where the container or the configuration decides
 */
public record SessionRequest(SessionKind kind, @Nullable Credentials credentials) implements ConnectionRequestInfo {

    /**
     * The container may ask without one, for recovery (RA-34) or to fill its pool.
     *
     * @param clientId that of the configuration, which recovery must not take away from applications
     */
    public static SessionRequest of(@Nullable ConnectionRequestInfo info, @Nullable String clientId) {
        if (info instanceof SessionRequest ours) {
            return ours;
        }
        return new SessionRequest(clientId == null ? SessionKind.ANY : SessionKind.RECOVERY, null);
    }
}
