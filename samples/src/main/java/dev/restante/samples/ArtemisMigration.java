package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/** Sample of code that was migrated from ActiveMQ Artemis. */
public final class ArtemisMigration {

    private ArtemisMigration() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region factory
        ConnectionFactory factory = new RestanteConnectionFactory(url + ";restante.autoAcknowledge=PIPELINED");
        // endregion
        // region unchanged
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue orders = context.createQueue("orders");
            TextMessage order = context.createTextMessage("order 17");
            order.setLongProperty("_AMQ_SCHED_DELIVERY", System.currentTimeMillis() + 200);
            context.createProducer().send(orders, order);
            Message received = context.createConsumer(orders).receive(5_000);
            System.out.println(received.getBody(String.class) + ", due " + received.getJMSDeliveryTime());
            received.acknowledge();
        }
        // endregion
    }
}
