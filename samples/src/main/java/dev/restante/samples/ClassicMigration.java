package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;

/** Sample of code that was migrated from ActiveMQ Classic. */
public final class ClassicMigration {

    private ClassicMigration() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region factory
        ConnectionFactory factory = new RestanteConnectionFactory(url);
        // endregion
        try (RestanteConnectionFactory owner = new RestanteConnectionFactory(url);
                RestanteAdmin admin = owner.admin()) {
            admin.deleteQueue("calls", true);
            admin.deleteQueue("ActiveMQ.DLQ", true);
            admin.deleteQueue("reports", true);
            // region redelivery
            QueueOptions options = QueueOptions.defaults()
                    .withMaxDeliveryCount(7)
                    .withRedeliveryBackOff(Duration.ofSeconds(1), 2.0, Duration.ofMinutes(1), 0.15)
                    .withDeadLetterTo("ActiveMQ.DLQ");
            admin.createQueue("ActiveMQ.DLQ", QueueOptions.defaults());
            admin.createQueue("calls", options);
            // endregion
        }
        // region unchanged
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, 4)) {
            Queue calls = session.createQueue("calls");
            TextMessage call = session.createTextMessage("call back");
            call.setLongProperty("AMQ_SCHEDULED_DELAY", 200);
            session.createProducer(calls).send(call);
            connection.start();
            Message received = session.createConsumer(calls).receive(5_000);
            System.out.println(received.getBody(String.class) + ", delayed by "
                    + (received.getJMSDeliveryTime() - received.getJMSTimestamp()) + " ms");
            received.acknowledge();
        }
        // endregion
        repeat(factory);
    }

    /** Sends a report repeatedly. The first copy comes at six on a working day, after the end of this sample. */
    private static void repeat(ConnectionFactory factory) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            // region repeated
            TextMessage report = session.createTextMessage("make the report");
            report.setStringProperty("AMQ_SCHEDULED_CRON", "0 6 * * 1-5");
            session.createProducer(session.createQueue("reports")).send(report);
            // endregion
            System.out.println("the first report comes at " + Instant.ofEpochMilli(report.getJMSDeliveryTime()));
        }
    }
}
