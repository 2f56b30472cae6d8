package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Logins of a connection pool that the database rejects, at the start or after a change of the password. The pool
 * retries for half a minute, longer than Restante waits.
 */
@Timeout(120)
abstract class RefusedLoginContract {

    private final SharedServer server;
    private final String url;
    private final String user =
            "u" + UUID.randomUUID().toString().substring(0, 12).replace('-', '_');

    RefusedLoginContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    private void execute(String... statements) throws SQLException {
        try (Connection administrator = DriverManager.getConnection(url);
                Statement statement = administrator.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private boolean isPostgres() {
        return server == SharedServer.POSTGRES;
    }

    private void createUser() throws SQLException {
        if (isPostgres()) {
            execute("CREATE ROLE " + user + " LOGIN SUPERUSER PASSWORD 'secret'");
        } else {
            execute("CREATE USER " + user + " IDENTIFIED BY 'secret'", "GRANT ALL ON *.* TO " + user);
        }
    }

    private void lockOut() throws SQLException {
        execute(
                isPostgres()
                        ? "ALTER ROLE " + user + " NOLOGIN"
                        : "ALTER USER " + user + " IDENTIFIED BY 'another secret'");
        int unused = server.endSessions(url);
    }

    @AfterEach
    void dropUser() throws SQLException {
        int unused = server.endSessions(url);
        execute((isPostgres() ? "DROP ROLE IF EXISTS " : "DROP USER IF EXISTS ") + user);
    }

    private HikariDataSource pool(String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url.replaceFirst("user=[^&]*&?", ""));
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    private static RestanteConnectionFactory factory(HikariDataSource pool) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(pool);
        factory.setStoreTimeout(Duration.ofSeconds(6));
        factory.setLeaseDuration(Duration.ofMinutes(5));
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    @Test
    @DisplayName("opening a store reports the rejected login, although the pool continues to retry")
    void shouldTellAtStart() throws Exception {
        try (HikariDataSource pool = pool("wrong");
                RestanteConnectionFactory factory = factory(pool)) {
            assertThatThrownBy(factory::createContext)
                    .isInstanceOf(JMSSecurityRuntimeException.class)
                    .hasMessageContaining("rejects the user or password");
        }
    }

    @Test
    @DisplayName("an open node reports the rejected login, and continues when the pool has valid credentials")
    void shouldTellWhileOpen() throws Exception {
        createUser();
        try (HikariDataSource pool = pool("secret");
                RestanteConnectionFactory factory = factory(pool);
                JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("q");
            context.createProducer().send(queue, "before");
            lockOut();
            eventually("a send reports the rejected login", () -> isRefused(context, queue));
            pool.setCredentials(Credentials.of(server.user(), ""));
            eventually("sends work again", () -> !isRefused(context, queue));
        }
    }

    private static boolean isRefused(JMSContext context, Queue queue) {
        JMSRuntimeException failure = catchThrowableOfType(
                JMSRuntimeException.class, () -> context.createProducer().send(queue, "text"));
        if (failure == null) {
            return false;
        }
        assertThat(failure).hasMessageContaining("rejects the user or password");
        assertThat(failure.getErrorCode()).isEqualTo(ErrorCodes.STORE_FAILED);
        return true;
    }
}
