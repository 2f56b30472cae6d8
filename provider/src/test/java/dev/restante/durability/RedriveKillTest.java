package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JVM that is killed while it redrives")
final class RedriveKillTest {

    private static final int MESSAGES = 1_000;
    private static final int KILLS = 4;
    /** Number of messages that may move between the order to kill and the kill. */
    private static final int ON_THE_WAY = 100;

    private static final String DEAD_LETTERS = "q/$DeadLetterQueue";

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private RestanteConnectionFactory newFactory() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    private void fill() throws JMSException {
        try (RestanteConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(Session.SESSION_TRANSACTED)) {
            // The messages expire immediately, so that all of them are dead-lettered.
            admin.createQueue(
                    "q",
                    QueueOptions.defaults()
                            .withDefaultTimeToLive(Duration.ofMillis(1))
                            .withDeadLetterOnExpiry(true));
            for (int i = 0; i < MESSAGES; i++) {
                context.createProducer().send(context.createQueue("q"), "m" + i);
            }
            context.commit();
            while (admin.statistics("q").deadLettered() < MESSAGES) {
                Thread.onSpinWait();
            }
            admin.alterQueue("q", QueueOptions.defaults());
        }
    }

    private static Set<Long> numbers(RestanteAdmin admin, String queue) throws JMSException {
        List<Long> numbers = new ArrayList<>();
        admin.messages(queue)
                .peek(MessageFilter.all(), PageRequest.first(PageRequest.MAX_LIMIT))
                .messages()
                .forEach(message -> {
                    assertThat(message.deadLetter() != null).isEqualTo(queue.equals(DEAD_LETTERS));
                    numbers.add(message.sequenceNumber());
                });
        assertThat(numbers).doesNotHaveDuplicates();
        return new HashSet<>(numbers);
    }

    @Test
    @DisplayName("BEY-03 after a kill each message is in exactly one queue, and reported moves have happened")
    void shouldBeInOnePlace() throws Exception {
        fill();
        long toldBefore = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            long told = 0;
            long until = kill * 37L;
            String furthest = String.valueOf(until + ON_THE_WAY);
            try (ChildJvm child = ChildJvm.start(RedriveChild.class, url(), DEAD_LETTERS, furthest)) {
                child.expect("open");
                for (String line = child.readLine(); line != null; line = child.readLine()) {
                    told = Long.parseLong(line.substring("moved ".length()));
                    if (told >= until) {
                        child.kill();
                    }
                }
            }
            toldBefore += told;
            try (RestanteConnectionFactory factory = newFactory();
                    RestanteAdmin admin = factory.admin()) {
                Set<Long> back = numbers(admin, "q");
                Set<Long> dead = numbers(admin, DEAD_LETTERS);
                assertThat(back).doesNotContainAnyElementsOf(dead);
                assertThat(back.size() + dead.size()).isEqualTo(MESSAGES);
                assertThat((long) back.size())
                        .isGreaterThanOrEqualTo(toldBefore)
                        .isLessThan(MESSAGES);
                toldBefore = back.size();
            }
        }
    }
}
