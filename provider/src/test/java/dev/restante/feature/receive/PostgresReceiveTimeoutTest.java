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

/** Receive calls that are over before this node can have heard of what another one has sent. */
final class PostgresReceiveTimeoutTest {

    private static final int ROUNDS = 20;

    private final String url = PostgresServer.newDatabase();

    /** Each URL has a node of its own. */
    private RestanteConnectionFactory node(String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + "&ApplicationName=" + name);
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    @Test
    @DisplayName(
            "RCV-16 what another node has sent is received, with a selector or without, by a consumer that has found nothing before")
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
