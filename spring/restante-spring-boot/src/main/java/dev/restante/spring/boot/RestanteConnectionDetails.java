package dev.restante.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The place of a store that is in no {@code DataSource} of the application, told by a bean, such as by a service that a
 * test has started. It goes before {@code restante.url}, {@code restante.user} and {@code restante.password}.
 */
public interface RestanteConnectionDetails extends ConnectionDetails {

    /** The JDBC URL of the store. */
    String getUrl();

    /** The user of its database; null for the one that the URL has. */
    default @Nullable String getUser() {
        return null;
    }

    /** The password of that user. */
    default @Nullable String getPassword() {
        return null;
    }
}
