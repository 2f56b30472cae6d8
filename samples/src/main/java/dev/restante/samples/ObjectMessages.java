package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Sample of object messages, which shows that JDK value types are readable by default and other classes only if the
 * receiver allows them.
 */
public final class ObjectMessages {

    private ObjectMessages() {}

    /** Object of an application class. */
    record Coffee(String kind, int sugars) implements Serializable {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory careful = SampleStore.open(arguments);
                RestanteConnectionFactory trusting = SampleStore.open(arguments)) {
            trusting.setObjectMessageAllowList(List.of(Coffee.class.getName()));
            SampleStore.freshQueue(careful, "objects", QueueOptions.defaults());
            try (JMSContext context = careful.createContext(JMSContext.SESSION_TRANSACTED)) {
                Queue objects = context.createQueue("objects");
                context.createProducer().send(objects, new ArrayList<>(List.of("plain", "values")));
                context.createProducer().send(objects, new Coffee("espresso", 2));
                context.commit();

                JMSConsumer consumer = context.createConsumer(objects);
                System.out.println("read by default: " + consumer.receive(5_000).getBody(List.class));
                context.commit();
                try {
                    System.out.println(consumer.receive(5_000).getBody(Coffee.class));
                } catch (JMSException refused) {
                    System.out.println("refused: " + refused.getMessage());
                    context.rollback();
                }
            }
            try (JMSContext context = trusting.createContext()) {
                Queue objects = context.createQueue("objects");
                Coffee coffee = context.createConsumer(objects).receiveBody(Coffee.class, 5_000);
                System.out.println("read when allowed: " + coffee);
            }
        }
    }
}
