package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors that the application throws on threads of Restante, which continue to run. */
public abstract class ThrownErrorContract extends JmsContract {

    private final BlockingQueue<String> called = new LinkedBlockingQueue<>();

    static List<Error> errors() {
        return List.of(
                new StackOverflowError("on purpose"),
                new OutOfMemoryError("on purpose"),
                new NoClassDefFoundError("on purpose"),
                new AssertionError("on purpose"));
    }

    private String next() throws InterruptedException {
        return String.valueOf(called.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }

    @ParameterizedTest
    @MethodSource("errors")
    @DisplayName("ACK-11 a listener that throws an Error gets its message again, and later messages")
    void shouldGoOnWithListeners(Error thrown) throws Exception {
        Queue queue = queue("q");
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                try {
                    called.add(text(message) + message.getIntProperty("JMSXDeliveryCount"));
                    if (text(message).equals("a") && !message.getJMSRedelivered()) {
                        throw thrown;
                    }
                } catch (JMSException e) {
                    called.add(e.toString());
                }
            });
            send(queue, "a");
            assertThat(next()).isEqualTo("a1");
            assertThat(next()).isEqualTo("a2");
            send(queue, "b");
            assertThat(next()).isEqualTo("b1");
        }
    }

    @ParameterizedTest
    @MethodSource("errors")
    @DisplayName("ASY-13 a completion listener that throws an Error still gets its other callbacks")
    void shouldGoOnWithCompletions(Error thrown) throws Exception {
        Queue queue = queue("q");
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            CompletionListener listener = new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    called.add("completed");
                    throw thrown;
                }

                @Override
                public void onException(Message message, Exception exception) {
                    called.add(exception.toString());
                }
            };
            for (int i = 0; i < 3; i++) {
                producer.send(session.createTextMessage("m"), listener);
                assertThat(next()).isEqualTo("completed");
            }
        }
        assertThat(drain(queue)).hasSize(3);
    }
}
