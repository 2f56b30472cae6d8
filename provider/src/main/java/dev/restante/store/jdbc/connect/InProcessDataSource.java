package dev.restante.store.jdbc.connect;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source of a database in this process. Its connections say that their network has no time-out. HSQLDB's own
 * refuse to be asked: a pool then warns at each start, and takes the connection of another pool below it for broken.
 * Thread-safe.
 */
final class InProcessDataSource implements DataSource {

    /** Opens a connection. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    private final Opening opening;

    /** For how long a pool that is closed waits for who is about to add a connection. */
    private volatile int loginTimeoutSeconds = 5;

    InProcessDataSource(Opening opening) {
        this.opening = opening;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = opening.open();
        return (Connection) Proxy.newProxyInstance(
                InProcessDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new WithoutNetwork(connection));
    }

    private record WithoutNetwork(Connection connection) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "getNetworkTimeout" -> {
                    return 0;
                }
                case "setNetworkTimeout" -> {
                    return null;
                }
                default -> {
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause() == null ? thrown : thrown.getCause();
                    }
                }
            }
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
