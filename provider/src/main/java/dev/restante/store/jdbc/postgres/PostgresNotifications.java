package dev.restante.store.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * The notifications that a connection hears by LISTEN. A data source may have its driver from another class loader than
 * this class, as those of application servers do, and then implements other interfaces of the same names: they are
 * found by name where an object of the driver comes from.
 */
final class PostgresNotifications {

    private static final String CONNECTION = "org.postgresql.PGConnection";
    private static final String NOTIFICATION = "org.postgresql.PGNotification";

    private final Object connection;
    private final Method get;
    private final Method parameter;

    private PostgresNotifications(Object connection, Method get, Method parameter) {
        this.connection = connection;
        this.get = get;
        this.parameter = parameter;
    }

    /**
     * Those of a connection, which may be wrapped.
     *
     * @throws SQLException if what is around it does not let anybody through
     */
    static PostgresNotifications of(Connection connection) throws SQLException {
        try {
            Class<?> type = type(connection);
            return new PostgresNotifications(
                    connection.unwrap(type),
                    type.getMethod("getNotifications", int.class),
                    Class.forName(NOTIFICATION, false, type.getClassLoader()).getMethod("getParameter"));
        } catch (ReflectiveOperationException unknown) {
            throw new SQLException("No driver of PostgreSQL is behind " + connection.getClass(), unknown);
        }
    }

    /** What the driver of a connection says of it. */
    static int property(Connection connection, String getter) throws SQLException {
        try {
            Class<?> type = type(connection);
            return (int) call(type.getMethod(getter), connection.unwrap(type));
        } catch (ReflectiveOperationException unknown) {
            throw new SQLException("No driver of PostgreSQL is behind " + connection.getClass(), unknown);
        }
    }

    private static Class<?> type(Connection connection) throws SQLException, ClassNotFoundException {
        ClassLoader driver =
                connection.isWrapperFor(PGConnection.class) ? PGConnection.class.getClassLoader() : driver(connection);
        return Class.forName(CONNECTION, false, driver);
    }

    /** Arrays are not wrapped. */
    private static ClassLoader driver(Connection connection) throws SQLException {
        Array array = connection.createArrayOf("bigint", new Long[0]);
        ClassLoader driver = array.getClass().getClassLoader();
        array.free();
        return driver;
    }

    /** The payloads of those that have come, else of those that come within a time. */
    List<String> await(int millis) throws SQLException {
        Object[] received = (Object[]) call(get, connection, millis);
        List<String> payloads = new ArrayList<>();
        if (received != null) {
            for (Object notification : received) {
                payloads.add((String) call(parameter, notification));
            }
        }
        return payloads;
    }

    private static Object call(Method method, Object target, Object... arguments) throws SQLException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException("The driver failed", thrown.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("the methods of interfaces are public", e);
        }
    }
}
