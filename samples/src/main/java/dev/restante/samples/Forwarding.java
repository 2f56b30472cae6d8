package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Sample of a queue that forwards its messages to another queue. */
public final class Forwarding {

    private Forwarding() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("orders.berlin", true);
            admin.deleteQueue("orders.all", true);
            // region main
            admin.createQueue("orders.all", QueueOptions.defaults());
            admin.createQueue("orders.berlin", QueueOptions.defaults().withForwardTo("orders.all"));
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("orders.berlin"), "a bicycle");
                Message order = context.createConsumer(context.createQueue("orders.all"))
                        .receive(5_000);
                System.out.println(order.getBody(String.class) + ", sent to " + order.getJMSDestination());
            }
            // endregion
        }
    }
}
