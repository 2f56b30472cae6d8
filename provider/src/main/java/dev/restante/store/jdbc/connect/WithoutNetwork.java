package dev.restante.store.jdbc.connect;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a database in this process, which says that its network has no time-out. HSQLDB's own refuse to be
 * asked: a pool then warns at each start, and takes the connection of another pool below it for broken.
 */
record WithoutNetwork(Connection connection) implements InvocationHandler {

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                WithoutNetwork.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new WithoutNetwork(connection));
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
