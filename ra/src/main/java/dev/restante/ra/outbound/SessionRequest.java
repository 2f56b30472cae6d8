package dev.restante.ra.outbound;

import jakarta.resource.spi.ConnectionRequestInfo;
import org.jspecify.annotations.Nullable;

/**
 * Connection request info that tells the container the session kind and credentials for which it chooses or creates a
 * managed connection (RA-29).
 *
 * @param credentials the credentials of the application; null if the container or the configuration supplies them
 */
public record SessionRequest(SessionKind kind, @Nullable Credentials credentials) implements ConnectionRequestInfo {

    /**
     * Returns the request. The container sends no request info for recovery (RA-34) or to fill its pool.
     *
     * @param clientId the configured client id, which a recovery session must not take from applications
     */
    public static SessionRequest of(@Nullable ConnectionRequestInfo info, @Nullable String clientId) {
        if (info instanceof SessionRequest ours) {
            return ours;
        }
        return new SessionRequest(clientId == null ? SessionKind.ANY : SessionKind.RECOVERY, null);
    }
}
