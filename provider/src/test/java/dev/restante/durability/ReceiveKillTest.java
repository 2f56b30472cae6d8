package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JVM that is killed while it receives")
final class ReceiveKillTest {

    private static final int MESSAGES = 300;
    private static final int ROUNDS = 4;
    private static final long LONGEST_LIFE_MILLIS = 1_200;

    @TempDir
    Path directory;

    private final Set<String> sent = new TreeSet<>();
    private final Set<String> received = new TreeSet<>();

    private String url(String options) {
        return "jdbc:hsqldb:file:" + directory.resolve("store") + options;
    }

    private RestanteConnectionFactory newFactory() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url(""));
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    private void send(int count) throws JMSException {
        try (RestanteConnectionFactory factory = newFactory();
                Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(session.createQueue(ReceivingChild.QUEUE));
            for (int i = 0; i < count; i++) {
                String text = "m" + i;
                producer.send(session.createTextMessage(text));
                sent.add(text);
            }
            session.commit();
        }
    }

    private ChildJvm start(int mode, String options, int haltAt) throws IOException {
        return ChildJvm.start(ReceivingChild.class, url(options), String.valueOf(mode), String.valueOf(haltAt));
    }

    private void note(ChildJvm child) throws IOException {
        for (String line = child.readLine(); line != null; line = child.readLine()) {
            received.add(line);
        }
    }

    private Set<String> left() throws JMSException {
        Set<String> left = new TreeSet<>();
        try (RestanteConnectionFactory factory = newFactory();
                Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(ReceivingChild.QUEUE))) {
            connection.start();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                left.add(next.getBody(String.class));
            }
        }
        return left;
    }

    @ParameterizedTest(name = "session mode {0} {1}")
    @CsvSource({"1, ''", "1, ;restante.autoAcknowledge=pipelined", "3, ''"})
    @DisplayName("RCV-17 a message that receive returned is redelivered if the application did not continue after it")
    void shouldBringBackWhatWasReturned(int mode, String options) throws Exception {
        send(3);
        try (ChildJvm child = start(mode, options, 1)) {
            note(child);
            assertThat(child.awaitEnd()).isEqualTo(ReceivingChild.HALTED);
        }
        assertThat(received).containsExactly("m0");
        assertThat(left()).contains("m1", "m2");
    }

    @Test
    @DisplayName("RCV-17 at any time of the kill, each message was received or is still in the queue")
    void shouldLoseNothing() throws Exception {
        send(MESSAGES);
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildJvm child = start(Session.AUTO_ACKNOWLEDGE, "", -1)) {
                child.killAfter(400 + ThreadLocalRandom.current().nextLong(LONGEST_LIFE_MILLIS));
                note(child);
            }
        }
        Set<String> accountedFor = left();
        accountedFor.addAll(received);
        assertThat(accountedFor).isEqualTo(sent);
    }
}
