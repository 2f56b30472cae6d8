package dev.restante.samples.clouds;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.List;

/** Sample of {@link SqsClientOriginal} after its migration from the client library of Amazon SQS. */
public final class SqsClientMigration {

    private SqsClientMigration() {}

    /** Runs the sample on the store with the given URL. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            createQueue(admin);
            receive(factory);
            fifo(factory, admin);
            repeat(factory);
            redrive(admin);
            count(admin);
            purge(admin);
        }
    }

    private static void createQueue(RestanteAdmin admin) throws JMSException {
        // region queue
        QueueOptions options = QueueOptions.defaults()
                .withLockDuration(Duration.ofMinutes(1))
                .withDefaultTimeToLive(Duration.ofDays(4))
                .withMaxDeliveryCount(5);
        admin.createQueue("jobs", options);
        // endregion
    }

    private static void receive(ConnectionFactory factory) throws JMSException {
        // region receive
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue jobs = context.createQueue("jobs");
            context.createProducer().setDeliveryDelay(0).send(jobs, "resize picture 17");
            RestanteConsumer consumer = RestanteConsumer.of(context.createConsumer(jobs));
            for (Message job : consumer.receiveBatch(ReceiveOptions.defaults(), 10, 20_000)) {
                PeekLock.of(job).changeVisibility(Duration.ofMinutes(5));
                System.out.println("done: " + job.getBody(String.class));
                job.acknowledge();
            }
        }
        // endregion
    }

    private static void fifo(ConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        // region fifo
        admin.createQueue(
                "orders",
                QueueOptions.defaults().withGroupsRequired(true).withDuplicateDetectionWindow(Duration.ofMinutes(5)));
        try (JMSContext context = factory.createContext()) {
            context.createProducer()
                    .setProperty("JMSXGroupID", "order 17")
                    .setProperty("JMS_SQS_DeduplicationId", "order 17 paid")
                    .send(context.createQueue("orders"), "order 17, paid")
                    .send(context.createQueue("orders"), "order 17, paid");
        }
        // endregion
        System.out.println("orders: " + admin.statistics("orders").available());
    }

    private static void repeat(ConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue jobs = context.createQueue("jobs");
            context.createProducer().send(jobs, "resize picture 18");
            RestanteConsumer consumer = RestanteConsumer.of(context.createConsumer(jobs));
            String attempt = "attempt-1";
            // region attempt
            ReceiveOptions again = ReceiveOptions.defaults().withAttemptId(attempt);
            List<Message> received = consumer.receiveBatch(again, 10, 5_000);
            // endregion
            System.out.println(
                    "received again: " + consumer.receiveBatch(again, 10, 5_000).size());
            for (Message job : received) {
                System.out.println("received: " + job.getBody(String.class));
            }
        }
    }

    private static void redrive(RestanteAdmin admin) throws JMSException {
        // region redrive
        admin.messages("jobs/$DeadLetterQueue").redrive(RedriveOptions.all().withMessagesPerSecond(50));
        // endregion
    }

    private static void count(RestanteAdmin admin) throws JMSException {
        // region count
        QueueStatistics counts = admin.statistics("jobs");
        System.out.println(counts.available() + ", " + counts.inFlight() + ", " + counts.scheduled());
        // endregion
    }

    private static void purge(RestanteAdmin admin) throws JMSException {
        // region purge
        long removed = admin.messages("jobs").purge(MessageFilter.all()).processed();
        // endregion
        System.out.println("removed: " + removed);
    }
}
