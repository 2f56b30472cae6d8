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

@DisplayName("reads by a pool of the application")
@Timeout(60)
final class GivenPoolReadTest {

    private final String url = PostgresServer.newDatabase();
    private final HikariDataSource pool = pool();
    private final Store store =
            StoreOpening.open(new StoreLocation.Given(pool), true, StoreTimeouts.of(Duration.ofSeconds(3), null));

    /** One connection, which the application has made as patient as it likes. */
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

    /** What the next user of the pool finds: the session, and its settings. */
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
    @DisplayName("RCV-19 give up waiting for a lock of somebody else, and leave the connection as it was")
    void shouldGiveUp() throws SQLException {
        long queueId = store.entities().createQueue("q", EntityOptions.DEFAULT).id();
        String before = found();
        try (Connection locking = DriverManager.getConnection(url);
                Statement statement = locking.createStatement()) {
            statement.execute("BEGIN; LOCK TABLE restante_delivery");
            assertGivesUp(() -> store.deliveries().nextDue(Set.of()));
            assertGivesUp(() -> store.deliveries().browse(queueId, null, 10));
            statement.execute("ROLLBACK");
        }
        assertThat(store.deliveries().nextDue(Set.of())).isEmpty();
        assertThat(store.deliveries().browse(queueId, null, 10)).isEmpty();
        assertThat(found()).isEqualTo(before).contains(" 77s ");
    }
}
