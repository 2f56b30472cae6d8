package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.feature.connection.ServerSessionFixture;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("paused entities with connection consumers")
public abstract class PausedServerSessionContract extends ServerSessionFixture {

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /** Gate that keeps the listener in its message while closed. */
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private RestanteAdmin admin;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
    }

    @AfterEach
    final void closeAdministration() {
        gate.countDown();
        admin.close();
    }

    private Pool pool(Session session) throws JMSException {
        return new Pool(
                message -> {
                    heard.add(textOf(message));
                    await(gate);
                },
                session);
    }

    private String next() throws InterruptedException {
        return heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Test
    @DisplayName("STA-02, ASF-02 a server session settles its message during a pause, and gets the next one afterwards")
    void shouldLoadNothingOfPausedQueues() throws Exception {
        Queue queue = queue("q");
        gate = new CountDownLatch(1);
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool(autoSession()), 1);
        send(queue, "a");
        assertThat(next()).isEqualTo("a");
        admin.pause("q");
        send(queue, "b", "c");
        gate.countDown();
        eventually("the message of the session is settled and the others wait", () -> {
            var statistics = admin.statistics("q");
            return statistics.inFlight() == 0 && statistics.available() == 2;
        });
        assertThat(heard.poll(BRIEFLY_MILLIS, TimeUnit.MILLISECONDS)).isNull();
        admin.resume("q");
        assertThat(next()).isEqualTo("b");
        assertThat(next()).isEqualTo("c");
        consumer.close();
    }

    @Test
    @DisplayName("STA-02, ASF-02 a connection consumer waits until both its topic and its subscription are resumed")
    void shouldLoadNothingOfPausedTopics() throws Exception {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, QueueOptions.defaults());
        admin.topics().pause("t");
        admin.pause("t/Subscriptions/:s");
        Session session = autoSession();
        Topic topic = session.createTopic("t");
        ConnectionConsumer consumer =
                connection.createSharedDurableConnectionConsumer(topic, "s", null, pool(autoSession()), 3);
        try (var producer = session.createProducer(topic)) {
            producer.send(session.createTextMessage("a"));
        }
        admin.resume("t/Subscriptions/:s");
        assertThat(heard.poll(BRIEFLY_MILLIS, TimeUnit.MILLISECONDS)).isNull();
        admin.topics().resume("t");
        assertThat(next()).isEqualTo("a");
        consumer.close();
    }
}
