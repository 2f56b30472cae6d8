package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.SimpleMessageListenerContainer;

@DisplayName("Spring on a node that was declared dead")
class PostgresDeadNodeTest {

    private static final String QUEUE = "q";

    private final String url = TestPostgres.newDatabase();

    private static AbstractMessageListenerContainer container(String kind) {
        if (kind.equals("simple")) {
            return new SimpleMessageListenerContainer();
        }
        DefaultMessageListenerContainer polling =
                ContainerContract.polling(kind.equals("polling") ? 100 : SpringContract.TIMEOUT_MILLIS);
        polling.setRecoveryInterval(100);
        return polling;
    }

    /** Returns whether all received messages are completed. An uncompleted message would be redelivered. */
    private boolean allCompleted() throws SQLException {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            return !statement.executeQuery("SELECT 1 FROM restante_delivery").next();
        }
    }

    /** Declares all nodes dead, as another node does after a lease has expired. */
    private void declareAllDead() throws Exception {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            statement.execute("UPDATE restante_node SET alive = FALSE");
            statement.execute("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation > 0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"polling", "waiting", "simple"})
    @DisplayName("RCV-20 a listener container continues after its node was declared dead and has rejoined")
    void shouldGoOn(String kind) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        AbstractMessageListenerContainer container = container(kind);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setLeaseDuration(Duration.ofSeconds(3));
            JmsTemplate template = new JmsTemplate(factory);
            container.setConnectionFactory(factory);
            container.setDestinationName(QUEUE);
            container.setMessageListener((MessageListener)
                    message -> seen.add(SpringContract.Seen.of(message).text()));
            container.afterPropertiesSet();
            container.start();
            try {
                template.convertAndSend(QUEUE, "before");
                assertThat(seen.poll(SpringContract.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                        .isEqualTo("before");
                SpringContract.eventually("all messages are completed", this::allCompleted);
                declareAllDead();
                try (RestanteConnectionFactory other = new RestanteConnectionFactory(url + "&loginTimeout=30")) {
                    JmsTemplate sender = new JmsTemplate(other);
                    sender.convertAndSend(QUEUE, "after");
                    assertThat(seen.poll(SpringContract.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                            .isEqualTo("after");
                    if (container instanceof DefaultMessageListenerContainer waiting) {
                        // Otherwise the shutdown would wait for the receive.
                        waiting.setReceiveTimeout(100);
                        sender.convertAndSend(QUEUE, "last");
                    }
                }
            } finally {
                container.shutdown();
            }
        }
    }
}
