package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connections that break when a test says so: at a certain call of the driver, counted over all connections. Other connections, and those that are opened later, work. Thread-safe.
 */
public final class BreakingDataSource implements DataSource {

    /** Whether the call that breaks reaches the database. */
    public enum Place {
        BEFORE,
        AFTER
    }

    /** SQL standard: connection failure. */
    private static final String CONNECTION_FAILURE = "08006";

    /** Calls that say nothing to the database, and nothing of it. */
    private static final Set<String> LOCAL = Set.of(
            "toString", "hashCode", "equals", "unwrap", "isWrapperFor", "isClosed", "getWarnings", "close", "abort");

    /** What leads back to the database. */
    private static final Set<Class<?>> WATCHED =
            Set.of(Statement.class, PreparedStatement.class, CallableStatement.class, ResultSet.class);

    private final DataSource source;

    /** How many calls are to come until one breaks; 0 while none shall. */
    @GuardedBy("this")
    private int remaining;

    @GuardedBy("this")
    private boolean commitOnly;

    @GuardedBy("this")
    private Place place = Place.BEFORE;

    @GuardedBy("this")
    private String broken = "";

    public BreakingDataSource(DataSource source) {
        this.source = source;
    }

    /** Has the n-th call from now on break its connection. */
    public synchronized void breakAt(int call, Place where) {
        remaining = call;
        place = where;
        commitOnly = false;
        broken = "";
    }

    /** Has the next commit break its connection. */
    public synchronized void breakAtCommit(Place where) {
        breakAt(1, where);
        commitOnly = true;
    }

    /**
     * Breaks nothing any more.
     *
     * @return the call that has broken a connection; empty if none has
     */
    public synchronized String stop() {
        remaining = 0;
        return broken;
    }

    private synchronized boolean isFatal(Method method) {
        boolean counted = commitOnly ? method.getName().equals("commit") : !LOCAL.contains(method.getName());
        boolean fatal = remaining > 0 && counted && --remaining == 0;
        if (fatal) {
            broken = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }
        return fatal;
    }

    private synchronized Place place() {
        return place;
    }

    private Object watched(Class<?> type, Object target, Connection physical) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    boolean fatal = isFatal(method);
                    if (fatal && place() == Place.BEFORE) {
                        throw broken(physical);
                    }
                    Object result;
                    try {
                        result = method.invoke(target, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                    if (fatal) {
                        throw broken(physical);
                    }
                    return result != null && WATCHED.contains(method.getReturnType())
                            ? watched(method.getReturnType(), result, physical)
                            : result;
                });
    }

    private static SQLException broken(Connection physical) throws SQLException {
        physical.abort(Runnable::run);
        return new SQLException("broken by the test", CONNECTION_FAILURE);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watched(source.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return watched(source.getConnection(user, password));
    }

    private Connection watched(Connection physical) {
        return (Connection) watched(Connection.class, physical, physical);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
