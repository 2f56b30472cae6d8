package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;

/** Sample of code that was migrated from IBM MQ. */
public final class IbmMqMigration {

    private IbmMqMigration() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region factory
        ConnectionFactory factory = new RestanteConnectionFactory(url);
        // endregion
        try (RestanteConnectionFactory owner = new RestanteConnectionFactory(url);
                RestanteAdmin admin = owner.admin()) {
            admin.deleteQueue("DEV.QUEUE.1", true);
            admin.deleteQueue("DEV.BACKOUT", true);
            // region backout
            QueueOptions options =
                    QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterTo("DEV.BACKOUT");
            admin.createQueue("DEV.BACKOUT", QueueOptions.defaults());
            admin.createQueue("DEV.QUEUE.1", options);
            // endregion
        }
        // region unchanged
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue payments = context.createQueue("DEV.QUEUE.1");
            context.createProducer().send(payments, "payment");
            context.commit();
            JMSConsumer consumer = context.createConsumer(payments);
            for (int delivery = 1; delivery <= 3; delivery++) {
                Message payment = consumer.receive(5_000);
                System.out.println("delivery " + payment.getIntProperty("JMSXDeliveryCount"));
                context.rollback();
            }
            Queue backout = context.createQueue("DEV.BACKOUT");
            System.out.println("backed out: " + context.createConsumer(backout).receiveBody(String.class, 5_000));
            context.commit();
        }
        // endregion
    }
}
