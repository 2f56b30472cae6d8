package dev.restante.ra;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The JDBC drivers that a store can be opened with: those of the archive and of its class loader, and those that somebody has registered. */
final class JdbcDrivers {

    private JdbcDrivers() {}

    /** Whether one of them accepts a URL. No database is asked. */
    static boolean accept(String url) {
        Iterator<Driver> own = ServiceLoader.load(Driver.class, JdbcDrivers.class.getClassLoader())
                .iterator();
        while (true) {
            try {
                if (!own.hasNext()) {
                    break;
                }
                if (accepts(own.next(), url)) {
                    return true;
                }
            } catch (ServiceConfigurationError unusable) {
                // One that does not work here does not matter if another one accepts the URL.
            }
        }
        return DriverManager.drivers().anyMatch(driver -> accepts(driver, url));
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException unreadable) {
            return false;
        }
    }
}
