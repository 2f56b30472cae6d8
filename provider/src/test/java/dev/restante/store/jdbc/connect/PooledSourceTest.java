package dev.restante.store.jdbc.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("connections of our own")
final class PooledSourceTest {

    private final JdbcDriver driver;
    private final Connection first;
    private final PooledSource source;

    PooledSourceTest() throws SQLException {
        String url = PostgresServer.newDatabase();
        driver = new JdbcDriver(JdbcDriver.find(url), url);
        first = driver.connect(new Properties());
        source = new PooledSource(
                driver,
                new Properties(),
                () -> driver.connect(new Properties()),
                StoreTimeouts.DEFAULT,
                true,
                "SET lock_timeout = 5",
                first);
    }

    @Test
    @DisplayName("the one that has opened the store is given to the first who wants one for himself, set up as all are")
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
    @DisplayName("it is closed with the store if nobody has wanted it, and not if somebody has")
    void shouldCloseTheFirst() throws Exception {
        source.close();
        assertThat(first.isClosed()).isTrue();

        Connection second = driver.connect(new Properties());
        PooledSource other = new PooledSource(
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
}
