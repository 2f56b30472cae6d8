package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Receive calls that end before their node can hear of messages from another node. */
final class PostgresReceiveTimeoutTest {

    private static final int ROUNDS = 20;

    private final String url = PostgresServer.newDatabase();

    /** Creates a factory with its own node, because its URL is unique. */
    private RestanteConnectionFactory node(String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + "&ApplicationName=" + name);
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    @Test
    @DisplayName(
            "RCV-16 a consumer that found nothing before finds a message of another node, with or without a selector")
    void shouldFindWhatAnotherNodeHasSent() throws JMSException {
        try (RestanteConnectionFactory receiving = node("receiving");
                RestanteConnectionFactory sending = node("sending");
                Connection here = receiving.createConnection();
                Connection there = sending.createConnection()) {
            here.start();
            Session session = here.createSession();
            Session sender = there.createSession();
            Queue queue = sender.createQueue("q");
            MessageConsumer all = session.createConsumer(queue);
            MessageConsumer some = session.createConsumer(queue, "JMSPriority = 4");
            for (MessageConsumer consumer : List.of(all, some)) {
                for (int round = 0; round < ROUNDS; round++) {
                    assertThat(consumer.receive(1)).isNull();
                    JmsContract.send(sender, queue, "m" + round);
                    Message received = consumer.receive(1);
                    assertThat(received)
                            .as("message of round " + round + " for " + consumer.getMessageSelector())
                            .isNotNull();
                    assertThat(JmsContract.text(received)).isEqualTo("m" + round);
                }
            }
        }
    }
}
