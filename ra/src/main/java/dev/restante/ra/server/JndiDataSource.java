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
 * Data source of the server, looked up by its JNDI name when first used. Thread-safe.
 *
 * <p>It can be deployed after the resource adapter. It is looked up again after a failure, because it may be
 * redeployed.
 *
 * <p>There is one object for each name, so that connection factories with the same name share one store.
 */
public final class JndiDataSource implements DataSource {

    private static final ConcurrentHashMap<String, JndiDataSource> BY_NAME = new ConcurrentHashMap<>();

    private final String name;
    private volatile @Nullable DataSource cached;

    /** True if the data source has failed since the last lookup. */
    private volatile boolean stale;

    private JndiDataSource(String name) {
        this.name = name;
    }

    /** Returns the data source with a name, without a lookup. */
    public static JndiDataSource of(String name) {
        return BY_NAME.computeIfAbsent(name, JndiDataSource::new);
    }

    /**
     * Looks up a configured data source on the calling thread, which can resolve more names than worker threads can.
     *
     * @param configured the JNDI name, or null for no lookup
     * @throws InvalidPropertyException if the name leads to no data source
     */
    public static void requireBound(@Nullable String configured) throws InvalidPropertyException {
        if (configured != null) {
            try {
                of(configured).findOrLookUp();
            } catch (NamingException missing) {
                throw new InvalidPropertyException(missing.getMessage(), missing);
            }
        }
    }

    /**
     * Returns the data source of the server.
     *
     * @throws NamingException that names the property, its value and the remedy
     */
    DataSource findOrLookUp() throws NamingException {
        DataSource known = cached;
        if (known != null && !stale) {
            return known;
        }
        try {
            known = lookUp();
            cached = known;
        } catch (NamingException missing) {
            // This thread may resolve fewer names than the thread of the first lookup.
            if (known == null) {
                throw missing;
            }
        }
        stale = false;
        return known;
    }

    @SuppressWarnings("BanJNDI")
    private DataSource lookUp() throws NamingException {
        Object bound;
        try {
            bound = InitialContext.doLookup(name);
        } catch (NamingException missing) {
            throw refused("was not found in JNDI", missing);
        }
        if (bound instanceof DataSource dataSource) {
            return dataSource;
        }
        throw refused("is a " + bound.getClass().getName() + " in JNDI, not a javax.sql.DataSource", null);
    }

    private NamingException refused(String why, @Nullable NamingException cause) {
        NamingException refusal = new NamingException("Property dataSource '" + name + "' " + why
                + ". Create the data source in the application server, and set its global JNDI name here, not a"
                + " name below java:comp.");
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }

    private DataSource requireDataSource() throws SQLException {
        try {
            return findOrLookUp();
        } catch (NamingException missing) {
            // SQLState 08001 means that no connection is possible, so the store tries again.
            throw new SQLException(missing.getMessage(), "08001", missing);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        DataSource target = requireDataSource();
        try {
            return target.getConnection();
        } catch (SQLException | RuntimeException failure) {
            stale = true;
            throw failure;
        }
    }

    /** Opens a connection. A rejection of the credentials does not mark the data source as failed. */
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return requireDataSource().getConnection(user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return requireDataSource().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        requireDataSource().setLogWriter(out);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return requireDataSource().getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        requireDataSource().setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("The data source '" + name + "' has its own loggers");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return requireDataSource().unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return requireDataSource().isWrapperFor(type);
    }

    @Override
    public String toString() {
        return "data source '" + name + "'";
    }
}
