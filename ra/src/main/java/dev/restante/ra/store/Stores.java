package dev.restante.ra.store;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.server.NamedDataSource;
import dev.restante.ra.server.ServerDirectory;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.resource.spi.InvalidPropertyException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the provider's connection factories from what administrators have configured. */
public final class Stores {

    private Stores() {}

    /**
     * A factory with the observers that are services; it has not connected, nor looked anything up.
     *
     * @throws InvalidPropertyException that names the property, its value and the remedy
     */
    public static RestanteXAConnectionFactory factory(StoreSettings settings, @Nullable String clientId)
            throws InvalidPropertyException {
        RestanteXAConnectionFactory made = located(settings);
        ServiceObservers.OF_ADAPTER.all().forEach(made::addObserver);
        if (settings.user() != null) {
            made.setUser(settings.user());
            made.setPassword(settings.password());
        } else if (settings.password() != null) {
            throw new InvalidPropertyException("Property password is set, and property user is not; set both or none");
        }
        made.setClientId(clientId);
        // The server ends the adapter when its applications have ended, which is later than the JVM's hooks run.
        made.setShutdownHook(false);
        // The server keeps the JVM alive, and an application that leaves a connection open must not keep it from
        // ending.
        made.setKeepJvmAlive(false);
        for (Map.Entry<String, String> option : settings.options().entrySet()) {
            try {
                made.configure(Map.of(option.getKey(), option.getValue()));
            } catch (IllegalArgumentException refused) {
                throw new InvalidPropertyException("Property options: " + refused.getMessage(), refused);
            }
        }
        return made;
    }

    private static RestanteXAConnectionFactory located(StoreSettings settings) throws InvalidPropertyException {
        if (settings.dataSource() != null) {
            if (settings.url() != null) {
                throw new InvalidPropertyException("Properties url and dataSource '" + settings.dataSource()
                        + "' are both set, and each says where the store is; leave one out");
            }
            return new RestanteXAConnectionFactory(NamedDataSource.of(settings.dataSource()));
        }
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory();
        try {
            made.setUrl(settings.url() == null ? ServerDirectory.storeUrl() : settings.url());
        } catch (IllegalArgumentException refused) {
            throw new InvalidPropertyException(
                    "Property url: " + refused.getMessage()
                            + "; it is jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST/DATABASE,"
                            + " jdbc:mariadb://HOST/DATABASE or jdbc:mysql://HOST/DATABASE",
                    refused);
        }
        try {
            Driver unused = JdbcDriver.find(made.getUrl());
        } catch (SQLException none) {
            // No database has to be up for that, so it is not waited for either.
            throw new InvalidPropertyException("Property url: no JDBC driver accepts "
                    + StoreLocation.Url.shown(made.getUrl())
                    + "; write jdbc:hsqldb:file:PATH, jdbc:postgresql://HOST:PORT/DATABASE,"
                    + " jdbc:mariadb://HOST:PORT/DATABASE or jdbc:mysql://HOST:PORT/DATABASE");
        }
        return made;
    }

    public static void check(StoreSettings settings) throws InvalidPropertyException {
        factory(settings, null);
    }
}
