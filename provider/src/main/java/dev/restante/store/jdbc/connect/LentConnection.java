package dev.restante.store.jdbc.connect;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of an application's pool whose session bears the name of Restante in the database while it is borrowed.
 * It gets its former name back when it is closed.
 *
 * @param formerName null if it had none
 */
record LentConnection(Connection connection, @Nullable String formerName) implements InvocationHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(LentConnection.class);
    private static final String PROPERTY = "ApplicationName";
    private static final String NAME = "restante";

    /** Names a connection. */
    static Connection named(Connection connection) throws SQLException {
        String former = connection.getClientInfo(PROPERTY);
        connection.setClientInfo(PROPERTY, NAME);
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new LentConnection(connection, former));
    }

    /** Returns the connection that the pool has lent, which is another one if it was named or adapted here. */
    static Connection lent(Connection connection) {
        Object handler = Proxy.isProxyClass(connection.getClass()) ? Proxy.getInvocationHandler(connection) : null;
        if (handler instanceof LentConnection named) {
            return lent(named.connection());
        }
        return handler instanceof WithoutNetwork adapted ? lent(adapted.connection()) : connection;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            restoreName();
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    private void restoreName() {
        try {
            if (!connection.isClosed()) {
                connection.setClientInfo(PROPERTY, formerName);
            }
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("The name of a connection can't be set back; it is broken", e);
        }
    }
}
