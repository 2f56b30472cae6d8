package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.testing.SharedServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("connections that fail when they are closed")
@Timeout(60)
final class UnreturnableConnectionTest {

    private volatile boolean refusing;

    private final Store store =
            StoreOpener.open(new StoreLocation.ApplicationDataSource(refusingPool()), true, StoreTimeouts.DEFAULT);

    /**
     * Returns a data source whose connections close but then report a failure, like a pool that finds a broken
     * connection.
     */
    private DataSource refusingPool() {
        String url = SharedServer.POSTGRES.newDatabase();
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = invoke(() -> method.invoke(SharedServer.POSTGRES.dataSource(url), arguments));
                    return result instanceof Connection connection ? refused(connection) : result;
                });
    }

    private Connection refused(Connection physical) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Object result = invoke(() -> method.invoke(physical, arguments));
                    if (refusing && method.getName().equals("close")) {
                        throw new SQLException("its network time-out can't be set back", "42000");
                    }
                    return result;
                });
    }

    @FunctionalInterface
    private interface Call {
        Object call() throws Exception;
    }

    private static Object invoke(Call call) throws Throwable {
        try {
            return call.call();
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    @AfterEach
    void close() {
        refusing = false;
        store.close();
    }

    @Test
    @DisplayName("a store call succeeds even if its connection cannot be returned to the pool")
    void shouldHaveDoneTheirWork() {
        refusing = true;
        assertThat(store.membership().join("node", Long.MAX_VALUE, 1).incarnation())
                .isPositive();
        assertThat(store.deliveries().nextDueMillis(Set.of())).isEmpty();
    }
}
