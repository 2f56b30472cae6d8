package dev.restante.feature.outage;

import static dev.restante.JmsContract.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a store with slow answers")
@Timeout(120)
class SlowStoreTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(100);

    /** Timeout of a receive, which is longer than two checks of the store. */
    private static final Duration TIME_OUT = Duration.ofSeconds(1);

    /** Number of calls, of which the fastest counts because the machine may be busy. */
    private static final int CALLS = 5;

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "colour = 'red'")
    @DisplayName("RCV-16 a receive makes its final check before its timeout, and ends at its timeout")
    void shouldLookInTime(String selector) throws JMSException, IOException {
        try (DatabaseProxy proxy = new DatabaseProxy(PostgresServer.newDatabase());
                RestanteConnectionFactory factory = new RestanteConnectionFactory(proxy.url());
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            MessageConsumer consumer = session.createConsumer(queue, selector);
            if (selector == null) {
                send(session, queue, "m");
                assertThat(consumer.receive(JmsContract.PATIENCE_MILLIS)).isNotNull();
            }
            proxy.delayRoundTrips(ROUND_TRIP);
            assertThat(consumer.receive(TIME_OUT.toMillis())).isNull();

            Duration quickest = Duration.ofDays(1);
            for (int call = 0; call < CALLS && quickest.compareTo(TIME_OUT.plus(ROUND_TRIP)) > 0; call++) {
                long startedNanos = System.nanoTime();
                assertThat(consumer.receive(TIME_OUT.toMillis())).isNull();
                Duration lasted = Duration.ofNanos(System.nanoTime() - startedNanos);
                quickest = lasted.compareTo(quickest) < 0 ? lasted : quickest;
            }

            // The final check itself needs several round trips.
            assertThat(quickest).isLessThan(TIME_OUT.plus(ROUND_TRIP));
            proxy.restore();
        }
    }
}
