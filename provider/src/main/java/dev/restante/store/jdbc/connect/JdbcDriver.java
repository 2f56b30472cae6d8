package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Connector for one JDBC URL: finds the driver that accepts the URL, and opens connections with it. Drivers of this
 * class loader come first, then registered drivers. The driver manager alone sees only the class path of its first user
 * in this JVM. In an application server, this excludes the drivers of a resource adapter.
 */
public record JdbcDriver(Driver driver, String url) {

    /**
     * Returns the driver that accepts a URL, without access to the database.
     *
     * @throws SQLException if there is none
     */
    public static Driver find(String url) throws SQLException {
        Iterator<Driver> known = ServiceLoader.load(Driver.class, JdbcDriver.class.getClassLoader())
                .iterator();
        while (true) {
            try {
                if (!known.hasNext()) {
                    break;
                }
                Driver driver = known.next();
                if (driver.acceptsURL(url)) {
                    return driver;
                }
            } catch (ServiceConfigurationError unusable) {
                // Another driver may accept the URL.
            }
        }
        return DriverManager.getDriver(url);
    }

    public Connection connect(Properties properties) throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("The driver rejects the URL", "08001");
        }
        return connection;
    }
}
