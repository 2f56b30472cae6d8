package dev.restante.store.jdbc.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the internal connection pool")
final class InternalConnectionSourceTest {

    private final JdbcDriver driver;
    private final Connection first;
    private final InternalConnectionSource source;

    InternalConnectionSourceTest() throws SQLException {
        String url = PostgresServer.newDatabase();
        driver = new JdbcDriver(JdbcDriver.find(url), url);
        first = driver.connect(new Properties());
        source = new InternalConnectionSource(
                driver,
                new Properties(),
                () -> driver.connect(new Properties()),
                StoreTimeouts.DEFAULT,
                true,
                "SET lock_timeout = 5",
                first);
    }

    @Test
    @DisplayName("the first dedicated connection is the connection that opened the store, set up like all connections")
    void shouldGiveTheFirst() throws Exception {
        try (Connection given = source.dedicated();
                Connection next = source.dedicated()) {
            assertThat(given).isSameAs(first);
            for (Connection each : new Connection[] {given, next}) {
                try (var statement = each.createStatement();
                        var row = statement.executeQuery("SHOW lock_timeout")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo("5ms");
                }
            }
            assertThat(next).isNotSameAs(first);
        } finally {
            source.close();
        }
    }

    @Test
    @DisplayName("the pool closes an unused first connection, and leaves a dedicated connection open")
    void shouldCloseTheFirst() throws Exception {
        source.close();
        assertThat(first.isClosed()).isTrue();

        Connection second = driver.connect(new Properties());
        InternalConnectionSource other = new InternalConnectionSource(
                driver,
                new Properties(),
                () -> driver.connect(new Properties()),
                StoreTimeouts.DEFAULT,
                true,
                "",
                second);
        try (Connection given = other.dedicated()) {
            other.close();
            assertThat(given.isClosed()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("RCV-22 an interrupted thread continues to wait for a connection")
    void shouldIgnoreInterrupts(boolean pooled) throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        InternalConnectionSource waiting = new InternalConnectionSource(
                driver,
                new Properties(),
                () -> {
                    awaitOpening(open);
                    return driver.connect(new Properties());
                },
                StoreTimeouts.DEFAULT,
                true,
                "",
                null);
        AtomicReference<Thread> caller = new AtomicReference<>();
        try (first) {
            CompletableFuture<Boolean> works = JmsContract.onOtherThread(() -> {
                caller.set(Thread.currentThread());
                try (Connection given = pooled ? waiting.pooled() : waiting.dedicated()) {
                    return given.isValid(1) && Thread.interrupted();
                }
            });
            for (int interrupts = 0; interrupts < 3; ) {
                Thread thread = caller.get();
                if (thread != null && !thread.isInterrupted() && JmsContract.isWaiting(thread)) {
                    thread.interrupt();
                    interrupts++;
                }
                assertThat(works).isNotDone();
            }
            open.countDown();
            assertThat(JmsContract.result(works))
                    .as("the thread is still interrupted")
                    .isTrue();
        } finally {
            waiting.close();
        }
    }

    /** Blocks like the PostgreSQL driver: an interrupt makes the call fail and leaves the thread interrupted. */
    private static void awaitOpening(CountDownLatch open) throws SQLException {
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted while attempting to connect.", "57014", e);
        }
    }
}
