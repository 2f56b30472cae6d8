package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.MessageListener;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

@DisplayName("Spring on PostgreSQL")
class PostgresSpringTest extends SpringSuite {

    private static final String STORE = TestPostgres.newDatabase();

    @Override
    String storeUrl() {
        return STORE;
    }

    @Nested
    @DisplayName("two nodes")
    class TwoNodes extends SpringContract {
        @Override
        String storeUrl() {
            return STORE;
        }

        @Test
        @DisplayName("a message from another node wakes an idle container long before its receive times out")
        void shouldBeWokenByAnotherNode() throws Exception {
            String queue = queue("across");
            BlockingQueue<String> seen = sightings();
            DefaultMessageListenerContainer idle = ContainerContract.transacted(ContainerContract.polling(120_000));
            idle.setConnectionFactory(factory);
            idle.setDestinationName(queue);
            idle.setMessageListener(
                    (MessageListener) message -> seen.add(Seen.of(message).text()));
            idle.afterPropertiesSet();
            idle.start();
            // A URL with a different text opens another node.
            try (RestanteConnectionFactory other = new RestanteConnectionFactory(STORE + "&loginTimeout=30")) {
                JmsTemplate sender = template(other);
                for (int i = 0; i < 5; i++) {
                    Footprint.awaitReceiving("listening-");
                    sender.convertAndSend(queue, "m" + i);
                    assertThat(next(seen)).isEqualTo("m" + i);
                }
                idle.setReceiveTimeout(100);
                sender.convertAndSend(queue, "last");
                assertThat(next(seen)).isEqualTo("last");
            } finally {
                idle.shutdown();
            }
        }
    }
}
