package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Sample of a durable subscription to all topics that match a pattern. */
public final class TopicPatterns {

    private TopicPatterns() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            // region main
            try (JMSContext context = factory.createContext()) {
                JMSConsumer orders = context.createSharedDurableConsumer(context.createTopic("orders.#"), "audit");
                context.createProducer().send(context.createTopic("orders.eu.berlin"), "a bicycle");
                context.createProducer().send(context.createTopic("orders.us"), "a scooter");
                for (int i = 0; i < 2; i++) {
                    Message order = orders.receive(5_000);
                    System.out.println(order.getJMSDestination() + ": " + order.getBody(String.class));
                }
            }
            // endregion
        }
    }
}
