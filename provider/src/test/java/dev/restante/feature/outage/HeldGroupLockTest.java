package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a session that holds the group locks of a PostgreSQL store")
@Timeout(120)
class HeldGroupLockTest {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(3);

    /** Time that a busy machine may add to a call. */
    private static final Duration ALLOWANCE = Duration.ofSeconds(3);

    private final String url = PostgresServer.newDatabase();

    /** Takes the group locks of all queues, as any role that may connect can do. */
    private static void lockGroups(Statement statement) throws SQLException {
        statement.execute("SELECT pg_advisory_lock('restante_delivery'::regclass::oid::integer, id::integer)"
                + " FROM restante_entity");
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 6_000})
    @DisplayName("RCV-16 RCV-19 a receive ends in time while the locks are held, and gets the message afterwards")
    void shouldEndReceivesInTime(long timeoutMillis) throws JMSException, SQLException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setStoreTimeout(STORE_TIMEOUT);
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext();
                    Connection holder = DriverManager.getConnection(url, PostgresServer.USER, "");
                    Statement statement = holder.createStatement()) {
                Queue queue = context.createQueue("q");
                JMSConsumer consumer = context.createConsumer(queue);
                assertThat(consumer.receive(1)).isNull();
                lockGroups(statement);
                // A message from elsewhere, which only a fetch can find.
                sendFromAnotherNode(queue);
                long startNanos = System.nanoTime();
                assertThatExceptionOfType(JMSRuntimeException.class)
                        .isThrownBy(() -> consumer.receive(timeoutMillis))
                        .matches(failure -> failure.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
                assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                        .isLessThan(max(Duration.ofMillis(timeoutMillis), STORE_TIMEOUT.plusSeconds(1))
                                .plusSeconds(2)
                                .plus(ALLOWANCE));
                statement.execute("SELECT pg_advisory_unlock_all()");
                assertThat(consumer.receiveBody(String.class, JmsContract.PATIENCE_MILLIS))
                        .isEqualTo("a");
            }
        }
    }

    private void sendFromAnotherNode(Queue queue) throws JMSException {
        try (RestanteConnectionFactory factory =
                new RestanteConnectionFactory(SharedServer.POSTGRES.withNodeName(url, "elsewhere"))) {
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext()) {
                context.createProducer().setProperty("JMSXGroupID", "g").send(queue, "a");
            }
        }
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
