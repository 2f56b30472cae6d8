package dev.restante.ra.outbound;

import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.security.PasswordCredential;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** User and password of the store's database. The password is never shown. */
public record Credentials(String user, String password) {

    /**
     * Returns the credentials of the container, those of the application, or null for the configured ones (RA-35).
     *
     * <p>A blank user of the container is ignored, because servers send it if no user is configured.
     *
     * @param isServerStore true if the store is the embedded store of the server, which has no users, so that the
     *     container's credentials are ignored
     * @throws SecurityException if the container supplies credentials, but no user and password for this factory
     */
    public static @Nullable Credentials of(
            @Nullable Subject subject,
            ManagedConnectionFactory factory,
            @Nullable Credentials requested,
            boolean isServerStore)
            throws SecurityException {
        if (subject == null) {
            return requested;
        }
        for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
            if (factory.equals(each.getManagedConnectionFactory())) {
                boolean said = each.getUserName() != null && !each.getUserName().isBlank();
                return said && !isServerStore
                        ? new Credentials(each.getUserName(), new String(each.getPassword()))
                        : requested;
            }
        }
        if (!subject.getPrivateCredentials().isEmpty()) {
            throw new SecurityException(
                    "The subject of the container has no user and password for this connection factory. Configure"
                            + " authentication by user and password, or no authentication.");
        }
        return requested;
    }

    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
