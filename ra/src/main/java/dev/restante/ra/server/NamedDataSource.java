package dev.restante.ra.server;

import jakarta.resource.spi.InvalidPropertyException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source of the server, by its name in JNDI. It is looked up when it is first needed, because it may be deployed
 * later than the resource adapter, and again after it has failed, because it may have been deployed anew.
 *
 * <p>There is one for each name: a store is known by its data source, and connection factories with the same name shall
 * have the same store. Thread-safe.
 */
public final class NamedDataSource implements DataSource {

    private static final ConcurrentHashMap<String, NamedDataSource> BY_NAME = new ConcurrentHashMap<>();

    private final String name;
    private volatile @Nullable DataSource found;

    /** Whether it has failed since it was looked up. */
    private volatile boolean failed;

    private NamedDataSource(String name) {
        this.name = name;
    }

    /** The one with a name; it is not looked up yet. */
    public static NamedDataSource of(String name) {
        return BY_NAME.computeIfAbsent(name, NamedDataSource::new);
    }

    /**
     * Looks up the data source that is configured, if there is one: on the thread that asks, which knows more names
     * than those that work with it.
     *
     * @param configured its name; null for none
     * @throws InvalidPropertyException if it is not there
     */
    public static void check(@Nullable String configured) throws InvalidPropertyException {
        if (configured != null) {
            try {
                of(configured).find();
            } catch (NamingException missing) {
                throw new InvalidPropertyException(missing.getMessage(), missing);
            }
        }
    }

    /**
     * The server's data source.
     *
     * @throws NamingException if there is none; the text names the property, the name and the remedy
     */
    DataSource find() throws NamingException {
        DataSource known = found;
        if (known != null && !failed) {
            return known;
        }
        try {
            known = lookUp();
            found = known;
        } catch (NamingException missing) {
            // Who works here may know fewer names than who has asked first.
            if (known == null) {
                throw missing;
            }
        }
        failed = false;
        return known;
    }

    @SuppressWarnings("BanJNDI") // the name is the administrator's
    private DataSource lookUp() throws NamingException {
        Object bound;
        try {
            bound = InitialContext.doLookup(name);
        } catch (NamingException missing) {
            throw refused("is not to be found in JNDI", missing);
        }
        if (bound instanceof DataSource dataSource) {
            return dataSource;
        }
        throw refused("is a " + bound.getClass().getName() + " in JNDI and no javax.sql.DataSource", null);
    }

    private NamingException refused(String why, @Nullable NamingException cause) {
        NamingException refusal = new NamingException("Property dataSource '" + name + "' " + why
                + "; create the data source in the server, and set its global JNDI name here, not one below java:comp");
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }

    private DataSource required() throws SQLException {
        try {
            return find();
        } catch (NamingException missing) {
            // "Can't connect": the store tries it again.
            throw new SQLException(missing.getMessage(), "08001", missing);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        DataSource target = required();
        try {
            return target.getConnection();
        } catch (SQLException | RuntimeException failure) {
            failed = true;
            throw failure;
        }
    }

    /** A refusal says nothing about the data source. */
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return required().getConnection(user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return required().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        required().setLogWriter(out);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return required().getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        required().setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the data source '" + name + "' has its own loggers");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return required().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return required().isWrapperFor(type);
    }

    @Override
    public String toString() {
        return "data source '" + name + "'";
    }
}
