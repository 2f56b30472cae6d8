package dev.restante.store.jdbc.connect;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Data source below the store's internal connection pool that opens each connection by a function. Thread-safe. */
public final class InternalPoolDataSource implements DataSource {

    @FunctionalInterface
    public interface JdbcConnectionOpener {
        Connection open() throws SQLException;
    }

    private final JdbcConnectionOpener opener;

    /** Maximum time for which a closing pool waits for new connections. */
    private volatile int loginTimeoutSeconds = 5;

    public InternalPoolDataSource(JdbcConnectionOpener opener) {
        this.opener = opener;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opener.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The pool opens connections for one user only");
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
        throw new SQLFeatureNotSupportedException("The data source does not use java.util.logging");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("The data source wraps no other object");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
