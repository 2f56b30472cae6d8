package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Fixture with dead letters for JVMs that are killed during a redrive job. */
final class RedriveJobFixture {

    static final String QUEUE = "q";
    static final String DEAD_LETTERS = "q/$DeadLetterQueue";
    static final int MESSAGES = 1_000;

    /** Rate at which a job takes some seconds, so that a kill comes during the job. */
    static final String PER_SECOND = "300";

    private RedriveJobFixture() {}

    /** Returns a factory with a short lease, so that other nodes are soon declared dead. */
    static RestanteConnectionFactory newFactory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(1));
        return factory;
    }

    /** Fills the dead-letter queue with messages that expired immediately. */
    static void fill(RestanteConnectionFactory factory) throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(Session.SESSION_TRANSACTED)) {
            admin.createQueue(
                    QUEUE,
                    QueueOptions.defaults()
                            .withDefaultTimeToLive(Duration.ofMillis(1))
                            .withDeadLetterOnExpiry(true));
            for (int i = 0; i < MESSAGES; i++) {
                context.createProducer().send(context.createQueue(QUEUE), "m" + i);
            }
            context.commit();
            Eventually.eventually(
                    "all messages are dead letters",
                    () -> admin.statistics(QUEUE).deadLettered() == MESSAGES);
            admin.alterQueue(QUEUE, QueueOptions.defaults());
        }
    }

    /** Starts a child with a job, kills it after it has moved some messages, and returns the last reported number. */
    static long killed(String url, long until) throws IOException, InterruptedException {
        long told = 0;
        try (ChildJvm child = ChildJvm.start(RedriveJobChild.class, url, DEAD_LETTERS, PER_SECOND)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                told = Long.parseLong(line.substring("moved ".length()));
                if (told >= until) {
                    child.kill();
                }
            }
        }
        assertThat(told).as("messages that the child reported as moved").isGreaterThanOrEqualTo(until);
        return told;
    }

    /** Returns the sequence numbers of the messages in a queue, which must be unique. */
    static List<Long> numbers(RestanteAdmin admin, String queue) throws JMSException {
        List<Long> numbers =
                admin
                        .messages(queue)
                        .peek(MessageFilter.all(), PageRequest.first(PageRequest.MAX_LIMIT))
                        .messages()
                        .stream()
                        .map(message -> message.sequenceNumber())
                        .toList();
        assertThat(numbers).doesNotHaveDuplicates();
        return numbers;
    }
}
