package dev.restante.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Connection details of a store that is in no {@code DataSource} of the application. A bean of this type, such as a
 * service that a test started, overrides {@code restante.url}, {@code restante.user} and {@code restante.password}.
 */
public interface RestanteConnectionDetails extends ConnectionDetails {

    /** Returns the JDBC URL. */
    String getUrl();

    /** Returns the database user, or null to use the user in the URL. */
    default @Nullable String getUser() {
        return null;
    }

    /** Returns the password, or null. */
    default @Nullable String getPassword() {
        return null;
    }
}
