package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;

/** Sample of code that was migrated from the JMS library of Amazon SQS. */
public final class SqsJmsMigration {

    private SqsJmsMigration() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region factory
        ConnectionFactory factory = new RestanteConnectionFactory(url);
        // endregion
        try (RestanteConnectionFactory owner = new RestanteConnectionFactory(url);
                RestanteAdmin admin = owner.admin()) {
            admin.deleteQueue("jobs", true);
            // region queue
            QueueOptions options = QueueOptions.defaults()
                    .withLockDuration(Duration.ofSeconds(60))
                    .withDefaultTimeToLive(Duration.ofDays(4))
                    .withMaxDeliveryCount(5);
            admin.createQueue("jobs", options);
            // endregion
        }
        // region session
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue jobs = session.createQueue("jobs");
            session.createProducer(jobs).send(session.createTextMessage("resize"));
            connection.start();
            Message job = session.createConsumer(jobs).receive(5_000);
            PeekLock.of(job).changeVisibility(Duration.ofMinutes(5));
            System.out.println("done: " + job.getBody(String.class));
            job.acknowledge();
        }
        // endregion
    }
}
