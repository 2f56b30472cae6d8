package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.model.EntityOptions;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("reads through a connection pool of the application")
@Timeout(60)
final class ApplicationPoolReadTest {

    private final String url = PostgresServer.newDatabase();
    private final HikariDataSource pool = pool();
    private final Store store = StoreOpener.open(
            new StoreLocation.ApplicationDataSource(pool), true, StoreTimeouts.of(Duration.ofSeconds(3), null));

    /** Returns a pool with one connection, on which the application has set a long lock timeout. */
    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(1);
        config.setConnectionInitSql("SET lock_timeout = '77s'");
        return new HikariDataSource(config);
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    /** Returns the session id and the settings that the next user of the pool finds. */
    private String found() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pg_backend_pid() || ' ' || current_setting('lock_timeout')"
                                + " || ' ' || current_setting('idle_in_transaction_session_timeout')")) {
            row.next();
            return row.getString(1) + " " + connection.getAutoCommit();
        }
    }

    private static void assertGivesUp(ThrowingCallable read) {
        assertThatThrownBy(read)
                .isInstanceOf(StoreException.class)
                .cause()
                .isInstanceOfSatisfying(SQLException.class, cause -> assertThat(cause.getSQLState())
                        .isEqualTo("55P03"));
    }

    @Test
    @DisplayName("RCV-19 a read stops waiting for a table lock of another session and restores the connection settings")
    void shouldGiveUp() throws SQLException {
        long queueId =
                store.entities().findOrCreateQueue("q", EntityOptions.DEFAULT).id();
        String before = found();
        try (Connection locking = DriverManager.getConnection(url);
                Statement statement = locking.createStatement()) {
            statement.execute("BEGIN; LOCK TABLE restante_delivery");
            assertGivesUp(() -> store.deliveries().nextDueMillis(Set.of()));
            assertGivesUp(() -> store.deliveries().browse(queueId, null, 10));
            statement.execute("ROLLBACK");
        }
        assertThat(store.deliveries().nextDueMillis(Set.of())).isEmpty();
        assertThat(store.deliveries().browse(queueId, null, 10)).isEmpty();
        assertThat(found()).isEqualTo(before).contains(" 77s ");
    }
}
