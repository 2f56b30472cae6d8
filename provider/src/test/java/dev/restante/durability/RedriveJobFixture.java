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

/** Dead letters for JVMs that are killed while they redrive in the background. */
final class RedriveJobFixture {

    static final String QUEUE = "q";
    static final String DEAD_LETTERS = "q/$DeadLetterQueue";
    static final int MESSAGES = 1_000;

    /** So slow that a job takes some seconds, of which a kill takes a part. */
    static final String PER_SECOND = "300";

    private RedriveJobFixture() {}

    /** A node that lets others be declared dead soon. */
    static RestanteConnectionFactory newFactory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(1));
        return factory;
    }

    /** Dead letters that have expired at once. */
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
                    "all are dead letters", () -> admin.statistics(QUEUE).deadLettered() == MESSAGES);
            admin.alterQueue(QUEUE, QueueOptions.defaults());
        }
    }

    /** Starts a child with a job, and kills it when it has moved some; returns how many it has told of. */
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
        assertThat(told).as("the child has moved some").isGreaterThanOrEqualTo(until);
        return told;
    }

    /** The numbers of what is in a queue; each is there once. */
    static List<Long> numbers(RestanteAdmin admin, String queue) throws JMSException {
        List<Long> numbers =
                admin.messages(queue).peek(MessageFilter.all(), PageRequest.first(PageRequest.MOST)).messages().stream()
                        .map(message -> message.sequenceNumber())
                        .toList();
        assertThat(numbers).doesNotHaveDuplicates();
        return numbers;
    }
}
