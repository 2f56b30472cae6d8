package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Receive calls whose timeout ends before the store can have answered. */
@DisplayName("receive calls with the shortest timeout")
public abstract class ReceiveTimeoutContract extends JmsContract {

    private static final int ROUNDS = 10;
    private static final long SHORTEST_MILLIS = 1;

    /** Way to open a consumer. */
    private interface Opening {
        MessageConsumer open(Session session) throws JMSException;
    }

    private void assertFoundByFreshConsumers(Queue queue, Opening opening) throws JMSException {
        for (int round = 0; round < ROUNDS; round++) {
            try (Session session = connection.createSession()) {
                session.createProducer(queue).send(grouped(session, "g" + round));
            }
            try (Session session = connection.createSession();
                    MessageConsumer consumer = opening.open(session)) {
                Message received = consumer.receive(SHORTEST_MILLIS);
                assertThat(received).as("message of round " + round).isNotNull();
                assertThat(text(received)).isEqualTo("g" + round);
            }
        }
    }

    @Test
    @DisplayName("RCV-16 a new consumer receives a waiting message, with or without a selector")
    void shouldFindWithAFreshConsumer() throws JMSException {
        Queue queue = queue("q");
        assertFoundByFreshConsumers(queue, session -> session.createConsumer(queue));
        assertFoundByFreshConsumers(queue, session -> session.createConsumer(queue, "JMSXGroupID = 'g'"));
    }

    @Test
    @DisplayName("RCV-16 a new consumer of a context receives a waiting message, in every session mode")
    void shouldFindInEveryMode() throws JMSException {
        Queue queue = queue("q");
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.CLIENT_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            RestanteSessionModes.RECEIVE_AND_DELETE
        }) {
            send(queue, "a");
            try (JMSContext context = factory.createContext(mode);
                    JMSConsumer consumer = context.createConsumer(queue)) {
                assertThat(consumer.receiveBody(String.class, SHORTEST_MILLIS)).isEqualTo("a");
                if (mode == Session.SESSION_TRANSACTED) {
                    context.commit();
                } else {
                    context.acknowledge();
                }
            }
        }
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-16 a consumer that found nothing before finds a message that another session sends or releases")
    void shouldFindWithAnOldConsumer() throws JMSException {
        Queue queue = queue("q");
        Session session = autoSession();
        MessageConsumer all = session.createConsumer(queue);
        MessageConsumer some = session.createConsumer(queue, "JMSXGroupID IS NULL");
        Session other = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer returning = other.createConsumer(queue);
        for (MessageConsumer consumer : List.of(all, some)) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(consumer.receive(SHORTEST_MILLIS)).isNull();
                send(queue, "a" + round);
                assertThat(text(receive(returning))).isEqualTo("a" + round);
                other.rollback();
                Message received = consumer.receive(SHORTEST_MILLIS);
                assertThat(received).as("message of round " + round).isNotNull();
                assertThat(received.getJMSRedelivered()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("RCV-16 a new consumer of a durable subscription receives a waiting message")
    void shouldFindInSubscriptions() throws JMSException {
        List<Opening> openings = new ArrayList<>();
        Topic topic;
        try (Session session = autoSession()) {
            topic = session.createTopic("t");
        }
        openings.add(session -> session.createSharedDurableConsumer(topic, "shared"));
        openings.add(session -> session.createSharedDurableConsumer(topic, "selecting", "JMSPriority = 4"));
        for (Opening opening : openings) {
            try (Session session = autoSession()) {
                opening.open(session).close();
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            try (Session session = autoSession()) {
                session.createProducer(topic).send(session.createTextMessage("m" + round));
            }
            for (Opening opening : openings) {
                try (Session session = autoSession();
                        MessageConsumer consumer = opening.open(session)) {
                    Message received = consumer.receive(SHORTEST_MILLIS);
                    assertThat(received).as("message of round " + round).isNotNull();
                    assertThat(text(received)).isEqualTo("m" + round);
                }
            }
        }
    }

    @Test
    @DisplayName("RCV-16 a new consumer receives a waiting message, even if the application keeps all processors busy")
    void shouldFindUnderStarvation() throws JMSException {
        AtomicBoolean busy = new AtomicBoolean(true);
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(() -> {
                while (busy.get()) {
                    Thread.onSpinWait();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        try {
            Queue queue = queue("q");
            assertFoundByFreshConsumers(queue, session -> session.createConsumer(queue));
        } finally {
            busy.set(false);
        }
    }

    @Test
    @DisplayName("RCV-16 a scheduled message is received once it is available")
    void shouldFindWhatWasScheduled() throws JMSException {
        Queue queue = queue("q");
        try (Session session = autoSession()) {
            var producer = session.createProducer(queue);
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("later"));
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(consumer.receive(SHORTEST_MILLIS)).isNull();
            consumer.close();
            time.jump(Duration.ofHours(2));
            try (RestanteAdmin admin = factory.admin()) {
                eventually(
                        "the scheduled message is available",
                        () -> admin.statistics("q").available() == 1);
            }
            Message received = session.createConsumer(queue).receive(SHORTEST_MILLIS);
            assertThat(received).as("message").isNotNull();
        }
    }

    @Test
    @DisplayName(
            "RCV-16 while the connection is stopped or the in-flight limit is reached, a receive returns no message")
    void shouldReturnNothingThatIsHeldBack() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("q", QueueOptions.defaults().withMaxInFlight(1));
        }
        Queue queue = queue("q");
        send(queue, "a", "b");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = consumer.receive(SHORTEST_MILLIS);
        assertThat(text(first)).isEqualTo("a");
        assertThat(consumer.receive(SHORTEST_MILLIS)).isNull();
        first.acknowledge();
        connection.stop();
        assertThat(consumer.receive(SHORTEST_MILLIS)).isNull();
        connection.start();
        assertThat(consumer.receive(SHORTEST_MILLIS)).isNotNull();
    }

    @Test
    @DisplayName("RCV-16 a receive that began while the connection was stopped gets a message after the start")
    void shouldReceiveAfterStart() throws Exception {
        Queue queue = queue("q");
        send(queue, "a");
        connection.stop();
        MessageConsumer consumer = autoSession().createConsumer(queue);
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        connection.start();
        assertThat(text(result(waiting))).isEqualTo("a");
    }

    @Test
    @DisplayName("RCV-16 polls of an empty queue end in time, and close ends a waiting receive")
    void shouldPollAnEmptyQueue() throws Exception {
        Queue queue = queue("q");
        MessageConsumer consumer = autoSession().createConsumer(queue);
        long beganNanos = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            assertThat(consumer.receive(SHORTEST_MILLIS)).isNull();
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos))
                .isLessThan(PATIENCE_MILLIS);
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        consumer.close();
        assertThat(result(waiting)).isNull();
    }
}
