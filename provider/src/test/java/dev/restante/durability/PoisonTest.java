package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("message that kills its JVM")
final class PoisonTest {

    private static final int LIMIT = 3;
    private static final int NEIGHBOURS = 20;

    @TempDir
    Path directory;

    private RestanteConnectionFactory newFactory() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    @Test
    @DisplayName("RCV-07 a poison message is dead-lettered after its limit, but not its prefetched neighbours")
    void shouldDeadLetterThePoisonOnly() throws Exception {
        fill();
        List<Integer> poisonCounts = new ArrayList<>();
        List<Integer> neighbourCounts = new ArrayList<>();
        int exit = PoisonChild.HALTED;
        while (exit == PoisonChild.HALTED && poisonCounts.size() <= LIMIT + 1) {
            exit = live(poisonCounts, neighbourCounts);
        }

        assertThat(exit).as("exit code of the last child").isZero();
        // The first attempt was not counted, because the store could not know yet that the message kills.
        assertThat(poisonCounts).hasSize(LIMIT + 1).startsWith(1, 2).isSorted().endsWith(LIMIT);
        // Messages before the poison message were received in the first run. Later messages were prefetched, and the
        // restart cannot know whether they were delivered.
        assertThat(neighbourCounts.subList(0, NEIGHBOURS)).containsOnly(1);
        assertThat(neighbourCounts.subList(NEIGHBOURS, 2 * NEIGHBOURS)).containsOnly(2);
        assertThat(neighbourCounts).hasSize(2 * NEIGHBOURS + 1);
        assertDeadLetters();
    }

    @Test
    @DisplayName("RCV-07 neighbours of a poison message can still be abandoned up to the limit")
    void shouldLeaveNeighboursTheirDeliveries() throws Exception {
        try (RestanteConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin();
                var context = factory.createContext()) {
            admin.createQueue(PoisonChild.QUEUE, QueueOptions.defaults().withMaxDeliveryCount(LIMIT));
            context.createProducer()
                    .setProperty(PoisonChild.EFFECT, PoisonChild.POISON)
                    .send(context.createQueue(PoisonChild.QUEUE), "poison");
            context.createProducer().send(context.createQueue(PoisonChild.QUEUE), "neighbour");
        }
        for (int life = 0; life <= LIMIT; life++) {
            assertThat(live(new ArrayList<>(), new ArrayList<>())).isEqualTo(PoisonChild.HALTED);
        }
        try (RestanteConnectionFactory factory = newFactory();
                var context = factory.createContext(Session.SESSION_TRANSACTED);
                var consumer = context.createConsumer(context.createQueue(PoisonChild.QUEUE))) {
            for (int delivery = 1; delivery <= LIMIT; delivery++) {
                Message message = consumer.receive(10_000);
                assertThat(message.getBody(String.class)).isEqualTo("neighbour");
                context.rollback();
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    private void fill() throws JMSException {
        try (RestanteConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin();
                var connection = factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            admin.createQueue(PoisonChild.QUEUE, QueueOptions.defaults().withMaxDeliveryCount(LIMIT));
            MessageProducer producer = session.createProducer(session.createQueue(PoisonChild.QUEUE));
            for (int i = 0; i <= 2 * NEIGHBOURS; i++) {
                Message message = session.createTextMessage("job " + i);
                if (i == NEIGHBOURS) {
                    message.setStringProperty(PoisonChild.EFFECT, PoisonChild.POISON);
                }
                producer.send(message);
            }
            Message last = session.createTextMessage("the last");
            last.setStringProperty(PoisonChild.EFFECT, PoisonChild.LAST);
            producer.send(last);
            session.commit();
        }
    }

    /** Runs the child once and returns its exit code. */
    private int live(List<Integer> poisonCounts, List<Integer> neighbourCounts)
            throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(PoisonChild.class, url())) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                String[] words = line.split(" ");
                (words[1].equals(PoisonChild.POISON) ? poisonCounts : neighbourCounts).add(Integer.valueOf(words[2]));
            }
            return child.awaitEnd();
        }
    }

    private void assertDeadLetters() throws JMSException {
        try (RestanteConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin();
                var connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            QueueStatistics left = admin.statistics(PoisonChild.QUEUE);
            assertThat(left.deadLettered()).isEqualTo(1);
            assertThat(left.available() + left.inFlight()).isZero();
            MessageConsumer dead = session.createConsumer(session.createQueue(PoisonChild.QUEUE + "/$DeadLetterQueue"));
            Message poison = dead.receive(10_000);
            assertThat(poison.getBody(String.class)).isEqualTo("job " + NEIGHBOURS);
            assertThat(poison.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
        }
    }
}
