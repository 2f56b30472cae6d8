package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a PostgreSQL lock on the message groups of a queue that another session holds")
@Timeout(120)
final class PostgresGroupLockTest {

    private static final Duration STORE_TIMEOUT = Duration.ofMillis(1_500);
    private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(1);

    /** Time limit of a call by RCV-19, plus 3 s for a busy machine. */
    private static final Duration BOUND =
            STORE_TIMEOUT.plus(STORE_TIMEOUT.dividedBy(3)).plusSeconds(2 + 3);

    private final String url = PostgresServer.newDatabase();

    /** Returns a session that holds the lock until it is closed. */
    private Connection locked(String queue) throws SQLException {
        Connection locking = DriverManager.getConnection(url, PostgresServer.USER, "");
        locking.setAutoCommit(false);
        try (Statement statement = locking.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM restante_entity WHERE name = '" + queue + "'")) {
            assertThat(row.next()).isTrue();
            new PostgresDialect(false, false).lockGroups(locking, row.getLong(1));
        }
        return locking;
    }

    @Test
    @DisplayName("RCV-16, RCV-19 a receive ends in time with an error instead of reporting an empty queue")
    void shouldEndInTime() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setStoreTimeout(STORE_TIMEOUT);
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext(PostgresServer.USER, "")) {
                Queue queue = context.createQueue("orders");
                context.createProducer().setProperty("JMSXGroupID", "g").send(queue, "m");
                try (Connection locking = locked("orders");
                        JMSConsumer consumer = context.createConsumer(queue)) {
                    long startedNanos = System.nanoTime();
                    assertThatThrownBy(() -> consumer.receive(RECEIVE_TIMEOUT.toMillis()))
                            .isInstanceOfSatisfying(
                                    JMSRuntimeException.class, failure -> assertThat(failure.getErrorCode())
                                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
                    assertThat(Duration.ofNanos(System.nanoTime() - startedNanos))
                            .isLessThan(RECEIVE_TIMEOUT.plus(BOUND));
                    locking.rollback();
                    Message message = consumer.receive(60_000);
                    assertThat(message.getBody(String.class)).isEqualTo("m");
                }
            }
        }
    }
}
