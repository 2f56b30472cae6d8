package dev.restante.jta;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("expiry participants, on PostgreSQL")
final class PostgresExpiryParticipationTest extends ExpiryParticipationContract {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }

    @Test
    @DisplayName("TTL-19 a participation continues with another node after its node was declared dead")
    void shouldOutliveNode() throws Exception {
        try (RestanteXAConnectionFactory mortal = new RestanteXAConnectionFactory(url + "&ApplicationName=mortal")) {
            mortal.setLeaseDuration(Duration.ofSeconds(3));
            try (Connection connection = mortal.createConnection();
                    Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(session.createQueue("other"));
                    ExpiryParticipation participation = ExpiryParticipation.start(
                            mortal, "q", Narayana.ofTests().transactions(), message -> ExpiryDisposition.DEAD_LETTER)) {
                expire("q");
                awaitDeadLetter();
                PostgresServer.declareLastNodeDead(url);
                eventually(
                        "the node knows that it was declared dead",
                        () -> refuses(() -> producer.send(session.createMessage())));
                expire("q");
                awaitDeadLetter();
            }
        }
    }

    @Test
    @DisplayName("TTL-19 a participation of a dead node ends with its factory and does not open the store again")
    void shouldEndWithItsFactory() throws Exception {
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        RestanteXAConnectionFactory mortal = new RestanteXAConnectionFactory(url + "&ApplicationName=mortal");
        mortal.setLeaseDuration(Duration.ofSeconds(3));
        ExpiryParticipation.start(mortal, "q", Narayana.ofTests().transactions(), message -> {
            threads.add(Thread.currentThread());
            return ExpiryDisposition.DEAD_LETTER;
        });
        expire("q");
        awaitDeadLetter();
        Thread thread = threads.remove();
        PostgresServer.declareLastNodeDead(url);
        mortal.close();
        thread.join(PATIENCE_MILLIS);
        assertThat(thread.isAlive()).isFalse();
        assertThat(aliveNodes()).isOne();
    }

    private long aliveNodes() throws SQLException {
        try (java.sql.Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM restante_node WHERE alive")) {
            count.next();
            return count.getLong(1);
        }
    }

    private interface Action {
        void run() throws JMSException;
    }

    private static boolean refuses(Action action) {
        try {
            action.run();
            return false;
        } catch (JMSException refusal) {
            return true;
        }
    }
}
