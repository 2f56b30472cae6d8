package dev.restante.proof;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.proof.CallFault.FaultKind;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source that counts the calls that reach the database, over all connections and threads, and causes a
 * {@link CallFault} at one of them. Thread-safe.
 */
final class CallFaultDataSource implements DataSource {

    private static final Set<Class<?>> STATEMENTS =
            Set.of(Statement.class, PreparedStatement.class, CallableStatement.class);

    /** Calls that the database answers. Drivers send other calls together with these. */
    private static final Set<String> ROUND_TRIPS = Set.of(
            "commit", "rollback", "execute", "executeQuery", "executeUpdate", "executeBatch", "executeLargeUpdate");

    private final DataSource source;

    /** Number of calls since {@link #count} or {@link #arm}. */
    @GuardedBy("this")
    private int calls;

    /** First call that fails, or 0 for none. */
    @GuardedBy("this")
    private int firstFaultyCall;

    @GuardedBy("this")
    private @Nullable CallFault fault;

    /** Description of the first call that failed. */
    @GuardedBy("this")
    private @Nullable String faultyCall;

    CallFaultDataSource(DataSource source) {
        this.source = source;
    }

    /** Counts calls from now on, without a fault. */
    synchronized void count() {
        calls = 0;
        firstFaultyCall = 0;
        fault = null;
        faultyCall = null;
    }

    /** Causes a fault at the n-th call from now. */
    synchronized void arm(int call, CallFault next) {
        calls = 0;
        firstFaultyCall = call;
        fault = next;
        faultyCall = null;
    }

    /** Causes no more faults; returns the call that failed, or null if no call did. */
    synchronized @Nullable String disarm() {
        fault = null;
        return faultyCall;
    }

    synchronized int calls() {
        return calls;
    }

    /** Counts a call; returns its fault, or null for none. */
    private synchronized @Nullable CallFault next(String call) {
        calls++;
        CallFault armed = fault;
        if (armed == null || calls < firstFaultyCall || calls >= firstFaultyCall + armed.calls()) {
            return null;
        }
        if (calls == firstFaultyCall) {
            faultyCall = call;
            return armed;
        }
        return CallFault.LOST_CALL;
    }

    private Object watched(Class<?> type, Object target, Connection physical, String sql) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String text = textOf(arguments, sql);
                    CallFault current = ROUND_TRIPS.contains(method.getName()) ? next(describe(method, text)) : null;
                    Object result = current == null
                            ? call(target, method, arguments)
                            : callWithFault(current, target, method, arguments, physical);
                    return result != null && STATEMENTS.contains(method.getReturnType())
                            ? watched(method.getReturnType(), result, physical, text)
                            : result;
                });
    }

    private static String textOf(Object @Nullable [] arguments, String otherwise) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : otherwise;
    }

    private static String describe(Method method, String sql) {
        return method.getName() + " " + sql.replaceAll("\\s+", " ");
    }

    private static Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static Object callWithFault(
            CallFault current, Object target, Method method, Object @Nullable [] arguments, Connection physical)
            throws Throwable {
        if (current.kind() == FaultKind.INTERRUPT) {
            Thread.currentThread().interrupt();
            return call(target, method, arguments);
        }
        if (current.kind() == FaultKind.LOST_ANSWER) {
            Object unused = call(target, method, arguments);
        }
        if (current.kind() == FaultKind.REJECTION && !physical.getAutoCommit()) {
            physical.rollback();
        } else if (current.kind() == FaultKind.LOST_CALL || current.kind() == FaultKind.LOST_ANSWER) {
            physical.abort(Runnable::run);
        }
        throw current.exception();
    }

    @Override
    public Connection getConnection() throws SQLException {
        CallFault current = next("getConnection");
        if (current != null && current.kind() == FaultKind.INTERRUPT) {
            Thread.currentThread().interrupt();
        } else if (current != null) {
            throw current.exception();
        }
        Connection physical = source.getConnection();
        return (Connection) watched(Connection.class, physical, physical, "");
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
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
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this data source wraps nothing that a node may use");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
