package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/**
 * Sample of message priorities, which shows that higher priorities (9) come before lower ones (0), and equal priorities
 * keep their order.
 */
public final class Priorities {

    private Priorities() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "letters", QueueOptions.defaults());
            try (JMSContext context = factory.createContext()) {
                Queue letters = context.createQueue("letters");
                context.createProducer().setPriority(1).send(letters, "postcard");
                context.createProducer().send(letters, "letter, with the default priority 4");
                context.createProducer().setPriority(9).send(letters, "telegram one");
                context.createProducer().setPriority(9).send(letters, "telegram two");

                JMSConsumer consumer = context.createConsumer(letters);
                for (int place = 1; place <= 4; place++) {
                    System.out.println(place + ": " + consumer.receiveBody(String.class, 5_000));
                }
            }
        }
    }
}
