package dev.restante.ra.outbound;

import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.security.PasswordCredential;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A user of the store's database, and his password.
 *
 * @param password never shown
 */
public record Credentials(String user, String password) {

    /**
     * What the container says, else what the application says, else null for the configuration (RA-35). A blank user of
     * the container is none: servers say that where nobody has configured any.
     *
     * @param requested what the application says
     * @param ofServer whether the store is the server's own, which has no users: servers that recover only with a user
     *     and a password can have any
     * @throws SecurityException if the container says something, and no user and password for this factory
     */
    public static @Nullable Credentials of(
            @Nullable Subject subject,
            ManagedConnectionFactory factory,
            @Nullable Credentials requested,
            boolean ofServer)
            throws SecurityException {
        if (subject == null) {
            return requested;
        }
        for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
            if (factory.equals(each.getManagedConnectionFactory())) {
                boolean said = each.getUserName() != null && !each.getUserName().isBlank();
                return said && !ofServer
                        ? new Credentials(each.getUserName(), new String(each.getPassword()))
                        : requested;
            }
        }
        if (!subject.getPrivateCredentials().isEmpty()) {
            throw new SecurityException(
                    "The container's subject has no user and password for this connection factory; configure authentication by user and password, or none");
        }
        return requested;
    }

    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
