package dev.restante.store.jdbc.read;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Data source whose connections run an action once, before a query that the test chooses. For use by one thread. */
final class InterleavingDataSource implements DataSource {

    private final String url;
    private final String user;
    private int queries;
    private int interleavedAt;
    private Runnable interleaved = () -> {};

    InterleavingDataSource(String url, String user) {
        this.url = url;
        this.user = user;
    }

    /**
     * Sets the action.
     *
     * @param query the number of the query, which is 1 for the next query
     */
    void before(int query, Runnable change) {
        queries = 0;
        interleavedAt = query;
        interleaved = change;
    }

    /** Returns the number of queries since the action was set. */
    int queries() {
        return queries;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection real = DriverManager.getConnection(url, user, "");
        return proxy(Connection.class, (proxy, method, arguments) -> {
            Object result = invoke(real, method, arguments);
            return result instanceof PreparedStatement statement ? watched(statement) : result;
        });
    }

    private PreparedStatement watched(PreparedStatement real) {
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            if (method.getName().equals("executeQuery")) {
                queries++;
                if (queries == interleavedAt) {
                    interleaved.run();
                }
            }
            return invoke(real, method, arguments);
        });
    }

    private static Object invoke(Object real, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public Connection getConnection(String otherUser, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
