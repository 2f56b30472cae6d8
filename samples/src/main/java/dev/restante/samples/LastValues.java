package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Sample of a queue that keeps only the newest message for each share. */
public final class LastValues {

    private LastValues() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("prices", true);
            // region main
            admin.createQueue("prices", QueueOptions.defaults().withLastValueKey("share"));
            try (JMSContext context = factory.createContext()) {
                Queue prices = context.createQueue("prices");
                context.createProducer().setProperty("share", "ACME").send(prices, "ACME 100");
                context.createProducer().setProperty("share", "INIT").send(prices, "INIT 30");
                context.createProducer().setProperty("share", "ACME").send(prices, "ACME 101");

                JMSConsumer consumer = context.createConsumer(prices);
                System.out.println(consumer.receiveBody(String.class, 5_000)); // INIT 30
                System.out.println(consumer.receiveBody(String.class, 5_000)); // ACME 101
            }
            // endregion
        }
    }
}
