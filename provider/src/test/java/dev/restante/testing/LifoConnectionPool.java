package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.jdbc.connect.InternalPoolDataSource;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Pool that neither tests nor evicts connections. It reuses every open connection, the last returned connection
 * first. Thread-safe.
 */
public final class LifoConnectionPool implements DataSource {

    private final InternalPoolDataSource.JdbcConnectionOpener opener;

    @GuardedBy("this")
    private final Deque<Connection> idle = new ArrayDeque<>();

    public LifoConnectionPool(InternalPoolDataSource.JdbcConnectionOpener opener) {
        this.opener = opener;
    }

    /** Returns a pool of connections of a data source. */
    public static LifoConnectionPool of(DataSource source) {
        return new LifoConnectionPool(source::getConnection);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection found = idle();
        Connection physical = found == null ? opener.open() : found;
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        giveBack(physical);
                        return null;
                    }
                    try {
                        return method.invoke(physical, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    /** Closes all connections that were returned. */
    public synchronized void closeIdle() throws SQLException {
        for (Connection physical : idle) {
            physical.close();
        }
        idle.clear();
    }

    private synchronized @Nullable Connection idle() {
        return idle.pollFirst();
    }

    private synchronized void giveBack(Connection physical) throws SQLException {
        if (!physical.isClosed() && !idle.contains(physical)) {
            idle.addFirst(physical);
        }
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
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
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
