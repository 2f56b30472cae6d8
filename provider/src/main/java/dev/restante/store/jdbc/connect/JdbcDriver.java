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
 * A URL with its driver: one that our own class loader knows, else one that somebody has registered. The driver manager
 * alone finds only what was on the class path of whoever used it first in this JVM, which in an application server is
 * not what a resource adapter brings.
 *
 * @param driver accepts the URL
 * @param url what it accepts
 */
public record JdbcDriver(Driver driver, String url) {

    /**
     * The driver that accepts a URL. No database is asked.
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
                // One that does not work here does not matter if another one accepts the URL.
            }
        }
        return DriverManager.getDriver(url);
    }

    /** A new connection. */
    public Connection connect(Properties properties) throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("The driver refuses the URL", "08001");
        }
        return connection;
    }
}
