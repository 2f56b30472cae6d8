package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;

/** Sample of scheduled messages, which arrive in the order of their delivery times. */
public final class ScheduledDelivery {

    private ScheduledDelivery() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "reminders", QueueOptions.defaults());
            try (JMSContext context = factory.createContext();
                    RestanteAdmin admin = factory.admin()) {
                Queue reminders = context.createQueue("reminders");
                // region main
                context.createProducer().setDeliveryDelay(800).send(reminders, "in 800 ms");
                context.createProducer().setDeliveryDelay(400).send(reminders, "in 400 ms");
                context.createProducer().send(reminders, "at once");
                // endregion
                System.out.println("scheduled: " + admin.statistics("reminders").scheduled());

                JMSConsumer consumer = context.createConsumer(reminders);
                for (int received = 0; received < 3; received++) {
                    Message message = consumer.receive(5_000);
                    long lateMillis = System.currentTimeMillis() - message.getJMSDeliveryTime();
                    System.out.println(
                            "'" + message.getBody(String.class) + "' came " + lateMillis + " ms after it was due");
                }
            }
        }
    }
}
