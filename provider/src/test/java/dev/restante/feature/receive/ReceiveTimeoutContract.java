package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteMessagingModes;
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

/** Receive calls whose time is over before the store can have answered. */
@DisplayName("receive calls with the shortest of time-outs")
public abstract class ReceiveTimeoutContract extends JmsContract {

    private static final int ROUNDS = 10;
    private static final long SHORTEST_MILLIS = 1;

    /** Opens a consumer. */
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
    @DisplayName(
            "RCV-16 a message that waits is received by a fresh consumer, with a selector or without, of a group or not")
    void shouldFindWithAFreshConsumer() throws JMSException {
        Queue queue = queue("q");
        assertFoundByFreshConsumers(queue, session -> session.createConsumer(queue));
        assertFoundByFreshConsumers(queue, session -> session.createConsumer(queue, "JMSXGroupID = 'g'"));
    }

    @Test
    @DisplayName("RCV-16 the same for all who receive by other calls: a context, and in every session mode")
    void shouldFindInEveryMode() throws JMSException {
        Queue queue = queue("q");
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.CLIENT_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            RestanteMessagingModes.RECEIVE_AND_DELETE
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
    @DisplayName("RCV-16 what somebody else sends or gives back is found by a consumer that has found nothing before")
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
    @DisplayName("RCV-16 the same for subscriptions: durable, shared, and both")
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
    @DisplayName("RCV-16 the same where threads of the application leave the others little of the processors")
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
    @DisplayName("RCV-16 a message that was scheduled is received once it is available")
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
                eventually("it is available", () -> admin.statistics("q").available() == 1);
            }
            Message received = session.createConsumer(queue).receive(SHORTEST_MILLIS);
            assertThat(received).as("message").isNotNull();
        }
    }

    @Test
    @DisplayName("RCV-16 what is held back by stop or quota is not received, and nobody waits for it")
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
    @DisplayName("RCV-16 a call that began while the connection was stopped receives after the start")
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
    @DisplayName("RCV-16 polling an empty queue takes no longer than it must, and close ends it")
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
