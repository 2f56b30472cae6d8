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
 * Notifications that a PostgreSQL connection receives by LISTEN, read by reflection from any driver class loader. An
 * application server may load the driver elsewhere, so its interfaces are looked up in the class loader of a driver
 * object.
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
     * Returns the notifications of a connection, which may be wrapped.
     *
     * @throws SQLException if the wrapper hides the driver's connection
     */
    static PostgresNotifications of(Connection connection) throws SQLException {
        try {
            Class<?> type = type(connection);
            return new PostgresNotifications(
                    connection.unwrap(type),
                    type.getMethod("getNotifications", int.class),
                    Class.forName(NOTIFICATION, false, type.getClassLoader()).getMethod("getParameter"));
        } catch (ReflectiveOperationException unknown) {
            throw new SQLException(
                    "The driver of PostgreSQL is not accessible through " + connection.getClass(), unknown);
        }
    }

    /** Returns a property of the driver's connection. */
    static int property(Connection connection, String getter) throws SQLException {
        try {
            Class<?> type = type(connection);
            return (int) call(type.getMethod(getter), connection.unwrap(type));
        } catch (ReflectiveOperationException unknown) {
            throw new SQLException(
                    "The driver of PostgreSQL is not accessible through " + connection.getClass(), unknown);
        }
    }

    private static Class<?> type(Connection connection) throws SQLException, ClassNotFoundException {
        ClassLoader driver =
                connection.isWrapperFor(PGConnection.class) ? PGConnection.class.getClassLoader() : driver(connection);
        return Class.forName(CONNECTION, false, driver);
    }

    /** Returns the class loader of an array, because data sources do not wrap arrays. */
    private static ClassLoader driver(Connection connection) throws SQLException {
        Array array = connection.createArrayOf("bigint", new Long[0]);
        ClassLoader driver = array.getClass().getClassLoader();
        array.free();
        return driver;
    }

    /** Returns the payloads of pending notifications, or waits for the next ones up to a time. */
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
            throw new SQLException("The driver failed to wait for notifications", thrown.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError("The methods of interfaces are public", e);
        }
    }
}
