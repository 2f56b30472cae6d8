package dev.restante.proof;

import dev.restante.testing.DelegatingDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Data source that passes each call that reaches the database to a subclass. Thread-safe if the subclass is. */
abstract class WatchedDataSource extends DelegatingDataSource {

    private static final Set<Class<?>> STATEMENTS =
            Set.of(Statement.class, PreparedStatement.class, CallableStatement.class);

    /** Calls that the database answers. Drivers send other calls together with these. */
    private static final Set<String> ROUND_TRIPS = Set.of(
            "commit", "rollback", "execute", "executeQuery", "executeUpdate", "executeBatch", "executeLargeUpdate");

    WatchedDataSource(DataSource source) {
        super(source);
    }

    /** Call that reaches the database. */
    @FunctionalInterface
    interface DatabaseCall {
        @Nullable
        Object execute() throws Throwable;
    }

    /**
     * Executes a call.
     *
     * @param description the method and the SQL text
     * @param physical the connection; null for the call that opens it
     */
    abstract @Nullable Object onCall(String description, @Nullable Connection physical, DatabaseCall call)
            throws Throwable;

    private Object watched(Class<?> type, Object target, Connection physical, String sql) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String text = textOf(arguments, sql);
                    DatabaseCall call = () -> {
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    };
                    Object result = ROUND_TRIPS.contains(method.getName())
                            ? onCall(method.getName() + " " + text.replaceAll("\\s+", " "), physical, call)
                            : call.execute();
                    return result != null && STATEMENTS.contains(method.getReturnType())
                            ? watched(method.getReturnType(), result, physical, text)
                            : result;
                });
    }

    private static String textOf(Object @Nullable [] arguments, String otherwise) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String text ? text : otherwise;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            Connection physical = (Connection) onCall("getConnection", null, super::getConnection);
            return (Connection) watched(Connection.class, physical, physical, "");
        } catch (SQLException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /** Rejects each type, so that no node reaches the database without this data source. */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this data source wraps nothing that a node may use");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
