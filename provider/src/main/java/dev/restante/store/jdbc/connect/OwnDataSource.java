package dev.restante.store.jdbc.connect;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The data source of a pool of ours: what opens its connections. Thread-safe. */
public final class OwnDataSource implements DataSource {

    /** Opens a connection. */
    @FunctionalInterface
    public interface Opening {
        Connection open() throws SQLException;
    }

    private final Opening opening;

    /** For how long a pool that is closed waits for who is about to add a connection. */
    private volatile int loginTimeoutSeconds = 5;

    public OwnDataSource(Opening opening) {
        this.opening = opening;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opening.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections of one user only");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no java.util.logging");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
