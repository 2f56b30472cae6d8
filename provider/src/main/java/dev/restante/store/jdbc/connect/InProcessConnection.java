package dev.restante.store.jdbc.connect;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Proxy for a connection to an in-process database that reports a network timeout of zero, where HSQLDB throws. After
 * such an exception, a pool would log a warning at each start, or consider connections of an underlying pool broken.
 */
record InProcessConnection(Connection connection) implements InvocationHandler {

    static Connection wrap(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                InProcessConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new InProcessConnection(connection));
    }

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
