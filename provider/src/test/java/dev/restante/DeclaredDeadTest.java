package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What those hear who wait in a node that others have declared dead. */
class DeclaredDeadTest {

    private final String url = PostgresServer.newDatabase();
    private final RestanteConnectionFactory factory = new RestanteConnectionFactory(url);

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private static void assertFenced(JMSException refusal) {
        assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-NODE-FENCED");
    }

    @Test
    @DisplayName(
            "RCV-14 whoever waits for a message in a node that was declared dead hears of it, and a new connection works")
    void shouldTellReceivers() throws Exception {
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(3));
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("q");
            MessageConsumer plain = session.createConsumer(queue);
            MessageConsumer selecting = connection.createSession().createConsumer(queue, "color = 'blue'");
            Queue narrow = session.createQueue("narrow");
            try (RestanteAdmin admin = factory.admin()) {
                admin.createQueue("narrow", QueueOptions.defaults().withMaxInFlight(1));
            }
            JmsContract.send(session, narrow, "in flight");
            connection.start();
            MessageConsumer holding =
                    connection.createSession(Session.SESSION_TRANSACTED).createConsumer(narrow);
            assertThat(JmsContract.text(JmsContract.receive(holding))).isEqualTo("in flight");
            MessageConsumer waiting = connection.createSession().createConsumer(narrow);
            CompletableFuture<?> third = JmsContract.waitingOnOtherThread(waiting::receive);
            CompletableFuture<?> first = JmsContract.waitingOnOtherThread(plain::receive);
            CompletableFuture<?> second = JmsContract.waitingOnOtherThread(selecting::receive);
            PostgresServer.declareLastNodeDead(url);
            for (CompletableFuture<?> receive : new CompletableFuture<?>[] {first, second, third}) {
                assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(() -> receive.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                        .satisfies(failure -> assertFenced((JMSException) failure.getCause()));
            }
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> plain.receive(JmsContract.PATIENCE_MILLIS))
                    .satisfies(DeclaredDeadTest::assertFenced);
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(plain::receiveNoWait)
                    .satisfies(DeclaredDeadTest::assertFenced);
            try (Connection anew = factory.createConnection();
                    Session other = anew.createSession()) {
                anew.start();
                other.createProducer(queue).send(other.createTextMessage("a"));
                assertThat(other.createConsumer(queue)
                                .receive(JmsContract.PATIENCE_MILLIS)
                                .getBody(String.class))
                        .isEqualTo("a");
            }
        }
    }
}
