package dev.restante.ra.store;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.server.JndiDataSource;
import dev.restante.ra.server.ServerDirectory;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.resource.spi.InvalidPropertyException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builder of the provider's connection factories from the configuration of administrators. */
public final class ConnectionFactoryBuilder {

    private ConnectionFactoryBuilder() {}

    /**
     * Returns an unconnected connection factory with the observers that are registered as services.
     *
     * @throws InvalidPropertyException that names the property, its value and the remedy
     */
    public static RestanteXAConnectionFactory factory(StoreSettings settings, @Nullable String clientId)
            throws InvalidPropertyException {
        RestanteXAConnectionFactory made = located(settings);
        ObserverServiceLoader.INSTANCE.all().forEach(made::addObserver);
        if (settings.user() != null) {
            made.setUser(settings.user());
            made.setPassword(settings.password());
        } else if (settings.password() != null) {
            throw new InvalidPropertyException("Property password is set, but property user is not. Set both or none.");
        }
        made.setClientId(clientId);
        // The server stops the adapter after its applications, which may be later than the JVM's shutdown hooks.
        made.setShutdownHook(false);
        // The server keeps the JVM alive, so a connection that is left open must not.
        made.setKeepJvmAlive(false);
        for (Map.Entry<String, String> option : settings.options().entrySet()) {
            try {
                made.configure(Map.of(option.getKey(), option.getValue()));
            } catch (IllegalArgumentException refused) {
                throw new InvalidPropertyException("Property options is invalid. " + refused.getMessage(), refused);
            }
        }
        return made;
    }

    private static RestanteXAConnectionFactory located(StoreSettings settings) throws InvalidPropertyException {
        if (settings.dataSource() != null) {
            if (settings.url() != null) {
                throw new InvalidPropertyException("Properties url and dataSource '" + settings.dataSource()
                        + "' are both set, and each names a store. Remove one of them.");
            }
            return new RestanteXAConnectionFactory(JndiDataSource.of(settings.dataSource()));
        }
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory();
        try {
            made.setUrl(settings.url() == null ? ServerDirectory.storeUrl() : settings.url());
        } catch (IllegalArgumentException refused) {
            throw new InvalidPropertyException(
                    "Property url is invalid. " + refused.getMessage()
                            + ". Use jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST/DATABASE,"
                            + " jdbc:mariadb://HOST/DATABASE or jdbc:mysql://HOST/DATABASE",
                    refused);
        }
        try {
            Driver unused = JdbcDriver.find(made.getUrl());
        } catch (SQLException none) {
            // This check needs no running database, so it does not delay the deployment.
            throw new InvalidPropertyException("Property url is invalid: no JDBC driver accepts "
                    + StoreLocation.Url.masked(made.getUrl())
                    + ". Use jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST:PORT/DATABASE,"
                    + " jdbc:mariadb://HOST:PORT/DATABASE or jdbc:mysql://HOST:PORT/DATABASE");
        }
        return made;
    }

    public static void check(StoreSettings settings) throws InvalidPropertyException {
        factory(settings, null);
    }
}
