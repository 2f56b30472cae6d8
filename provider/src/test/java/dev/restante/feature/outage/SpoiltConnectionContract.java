package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.store.jdbc.connect.InternalPoolDataSource;
import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of an application pool that were opened while the database was read-only. */
@Timeout(120)
abstract class SpoiltConnectionContract {

    private final SharedServer server;
    private final String url;
    private final String readOnlySession;

    private volatile boolean readOnly;

    SpoiltConnectionContract(SharedServer server, String readOnlySession) {
        this.server = server;
        this.url = server.newDatabase();
        this.readOnlySession = readOnlySession;
    }

    /** Opens a connection like the database: a session keeps the mode of the moment when it was opened. */
    private Connection opened() throws SQLException {
        Connection connection = server.dataSource(url).getConnection();
        if (readOnly) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(readOnlySession);
            }
        }
        return connection;
    }

    @Test
    @DisplayName(
            "read-only connections leave a HikariCP pool, so that sends work as soon as the database is writable again")
    void shouldLeaveHikari() throws Exception {
        assumeThat(server)
                .as("HikariCP makes each new session of MySQL's driver writable")
                .isNotEqualTo(SharedServer.MYSQL);
        HikariConfig config = new HikariConfig();
        config.setDataSource(new InternalPoolDataSource(this::opened));
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(0);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertGoesOn(pool);
        }
    }

    @Test
    @DisplayName(
            "read-only connections leave a pool that tests no connection and first lends the last returned connection")
    void shouldLeaveUntestedPool() throws Exception {
        assertGoesOn(new LifoConnectionPool(this::opened));
    }

    private void assertGoesOn(DataSource pool) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(pool)) {
            factory.setStoreTimeout(Duration.ofSeconds(2));
            factory.setLeaseDuration(Duration.ofMinutes(5));
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext()) {
                Queue queue = context.createQueue("q");
                context.createProducer().send(queue, "before");
                readOnly = true;
                int unused = server.endSessions(url);
                eventually("sends fail", () -> isRefused(context, queue));
                readOnly = false;
                context.createProducer().send(queue, "after");
                JMSConsumer consumer = context.createConsumer(queue);
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("before");
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("after");
                factory.admin().queues();
            }
        }
    }

    private static boolean isRefused(JMSContext context, Queue queue) {
        JMSRuntimeException failure = catchThrowableOfType(
                JMSRuntimeException.class, () -> context.createProducer().send(queue, "meanwhile"));
        if (failure != null) {
            assertThat(failure.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
        }
        return failure != null;
    }
}
