package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Former primary server, to which new connections lead. It answers, lacks later messages, and commits nothing. */
@DisplayName("a former primary server that does not know of the failover")
@Timeout(120)
final class StalePrimaryTest {

    private final String url = PostgresServer.newDatabase();
    private final String staleUrl = PostgresServer.newDatabase();
    private final AtomicInteger askedOfStale = new AtomicInteger();
    private volatile boolean stale;
    private final RestanteConnectionFactory receiving = new RestanteConnectionFactory(either());
    private final RestanteConnectionFactory sending = new RestanteConnectionFactory(url);

    /** {@return a data source that leads to the stale server while the test requests it} */
    private DataSource either() {
        PGSimpleDataSource primary = new PGSimpleDataSource();
        primary.setUrl(url);
        PGSimpleDataSource other = new PGSimpleDataSource();
        other.setUrl(staleUrl);
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (stale) {
                        askedOfStale.incrementAndGet();
                    }
                    return method.invoke(stale ? other : primary, arguments);
                });
    }

    private void letNothingBeCommitted() throws SQLException {
        try (java.sql.Connection direct = DriverManager.getConnection(staleUrl);
                Statement statement = direct.createStatement()) {
            statement.execute("DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database()"
                    + " || ' SET default_transaction_read_only = on'; END $$");
        }
    }

    @AfterEach
    void close() throws JMSException {
        stale = false;
        receiving.close();
        sending.close();
    }

    @Test
    @DisplayName(
            "RCV-13 a message that the former primary lacks is not dead-lettered, and the primary delivers it later")
    void shouldNotDeadLetterWhatAnotherServerDoesNotHave() throws Exception {
        letNothingBeCommitted();
        for (RestanteConnectionFactory factory : new RestanteConnectionFactory[] {receiving, sending}) {
            factory.setLeaseDuration(Duration.ofHours(1));
            factory.setLingerDuration(Duration.ZERO);
        }
        try (Connection connection = receiving.createConnection();
                Connection other = sending.createConnection();
                RestanteAdmin admin = sending.admin();
                Session session = connection.createSession();
                Session sender = other.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            MessageConsumer consumer = session.createConsumer(queue);
            JmsContract.send(session, queue, "first");
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("first");
            JmsContract.assertNothing(consumer);

            stale = true;
            JmsContract.send(sender, queue, "second");
            var received = JmsContract.onOtherThread(() -> JmsContract.text(JmsContract.receive(consumer)));
            eventually("the stale server was queried many times", () -> askedOfStale.get() > 20);
            assertThat(received).isNotDone();
            stale = false;
            assertThat(JmsContract.result(received)).isEqualTo("second");
            assertThat(admin.statistics("q").deadLettered()).isZero();
        }
    }
}
