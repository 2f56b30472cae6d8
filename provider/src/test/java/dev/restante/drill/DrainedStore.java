package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.DestinationName;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Content of the store after a drill.
 *
 * @param left the names of the messages that were left
 * @param deadLettered the number of dead letters except those that workers dead-lettered. A node dead-letters such a
 *     message only if it cannot decode it
 */
record DrainedStore(List<String> left, long deadLettered) {

    /** Number of remaining messages that are settled in one commit. */
    private static final int ACKNOWLEDGE_BATCH = 100;

    private static final long POLL_MILLIS = 500;
    private static final int PAGE = 1_000;

    /** Statistics of a queue or subscription. */
    private interface StatisticsQuery {
        QueueStatistics query() throws JMSException;
    }

    /** Receives all messages of all queues and subscriptions, while no worker has a session. */
    static DrainedStore drain(RestanteConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        List<String> left = new ArrayList<>();
        long deadLettered = 0;
        undeferAll(admin);
        try (JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
            for (String queue : queues(admin)) {
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue));
                drain(queue, consumer, context, () -> admin.statistics(queue), left);
                if (!queue.equals(FeatureTasks.REFUSED)) {
                    deadLettered += admin.statistics(queue).deadLettered();
                }
            }
            String dead = FeatureTasks.REFUSED + DestinationName.DEAD_LETTER_SUFFIX;
            drain(
                    FeatureTasks.DEAD,
                    context.createConsumer(context.createQueue(dead)),
                    context,
                    () -> admin.statistics(dead),
                    left);
            for (String subscription : FeatureTasks.SUBSCRIPTIONS) {
                JMSConsumer consumer =
                        context.createSharedDurableConsumer(context.createTopic(FeatureTasks.TOPIC), subscription);
                drain(subscription, consumer, context, () -> admin.topics().statistics(null, subscription), left);
            }
        }
        admin.messages(FeatureTasks.RATES).purge(MessageFilter.all());
        return new DrainedStore(left, deadLettered);
    }

    /** Returns the names of all queues with recorded messages, except dead-letter queues. */
    private static List<String> queues(RestanteAdmin admin) throws JMSException {
        return admin.queues().stream()
                .filter(queue -> !queue.deadLetterQueue())
                .map(QueueDescription::name)
                .filter(queue -> !queue.equals(FeatureTasks.RATES))
                .toList();
    }

    private static void undeferAll(RestanteAdmin admin) throws JMSException {
        if (queues(admin).contains(FeatureTasks.REFUSED)) {
            List<Long> all = admin
                    .messages(FeatureTasks.REFUSED)
                    .peek(MessageFilter.all(), PageRequest.first(PAGE))
                    .messages()
                    .stream()
                    .map(MessageDescription::sequenceNumber)
                    .toList();
            admin.messages(FeatureTasks.REFUSED).undefer(all);
        }
    }

    private static void drain(
            String name, JMSConsumer consumer, JMSContext context, StatisticsQuery statistics, List<String> left)
            throws JMSException {
        long startedNanos = System.nanoTime();
        QueueStatistics rest;
        do {
            for (Message message = consumer.receive(POLL_MILLIS);
                    message != null;
                    message = consumer.receive(POLL_MILLIS)) {
                left.add(name + "/" + message.getJMSCorrelationID());
                if (left.size() % ACKNOWLEDGE_BATCH == 0) {
                    context.acknowledge();
                }
            }
            context.acknowledge();
            rest = statistics.query();
            assertThat(System.nanoTime() - startedNanos)
                    .as("time to empty %s, which has: %s", name, rest)
                    .isLessThan(Drill.TIMEOUT.toNanos());
        } while (rest.available() + rest.inFlight() + rest.scheduled() + rest.deferred() > 0);
        consumer.close();
    }
}
