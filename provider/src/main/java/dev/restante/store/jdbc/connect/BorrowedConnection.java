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
 * Connection borrowed from the application's pool whose database session is named "restante" until it is returned.
 *
 * @param formerName earlier name of the session; null if it had none
 */
record BorrowedConnection(Connection connection, @Nullable String formerName) implements InvocationHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(BorrowedConnection.class);
    private static final String PROPERTY = "ApplicationName";
    private static final String NAME = "restante";

    static Connection wrap(Connection connection) throws SQLException {
        String former = connection.getClientInfo(PROPERTY);
        connection.setClientInfo(PROPERTY, NAME);
        return (Connection) Proxy.newProxyInstance(
                BorrowedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new BorrowedConnection(connection, former));
    }

    /** Returns the connection that the pool has lent, without the proxies of this package. */
    static Connection unwrap(Connection connection) {
        Object handler = Proxy.isProxyClass(connection.getClass()) ? Proxy.getInvocationHandler(connection) : null;
        if (handler instanceof BorrowedConnection named) {
            return unwrap(named.connection());
        }
        return handler instanceof InProcessConnection adapted ? unwrap(adapted.connection()) : connection;
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
            LOGGER.debug("The former name of a broken connection cannot be restored", e);
        }
    }
}
